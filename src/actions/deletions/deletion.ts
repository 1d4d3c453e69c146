import { dayMs } from "../../domain/calendar/durations.js";
import { type DeletedKind, deletedKinds, keptDeletionDays } from "../../domain/deletions.js";
import { notFound } from "../../domain/errors.js";
import { isId } from "../../domain/ids.js";
import { areas, type Permission } from "../../domain/permissions.js";
import type { ActionContext } from "../context.js";
import { areaOf } from "../record-areas.js";
import { id } from "../schemas.js";

export const deletionId = id("the deletion, from list_deleted");
export const kinds = Object.keys(deletedKinds) as [DeletedKind, ...DeletedKind[]];

/** A caller who may delete a kind of record may also see, restore and purge its deletions. */
export const deletePermissions = areas.map((area): Permission => `${area}:delete`);
export const permissionFor = (kind: DeletedKind): Permission => `${areaOf({ name: deletedKinds[kind] })}:delete`;

/** Deletions before this moment can't be undone any more, even if they haven't been removed yet. */
export const oldestKept = (ctx: ActionContext): Date => new Date(ctx.now.getTime() - keptDeletionDays * dayMs);

export interface Deletion {
  id: string;
  kind: DeletedKind;
  recordId: string;
  /** whether it keeps earlier content of a bill or document, and deleted no record */
  isContent: boolean;
}

/** A deletion, locked until the action ends. @throws not_found also if the caller may not delete such records */
export async function loadDeletion(ctx: ActionContext, deletionId: string): Promise<Deletion> {
  if (!isId(deletionId)) throw notFound("deletionId", deletionId);
  await ctx.execute("select hold_rows('deletion', $1, 'id', array[$2::uuid])", deletionId);
  const [deletion] = await ctx.query<Deletion>(
    `select id, kind, record_id as "recordId",
       exists (select from deleted_content c where c.organization_id = $1 and c.deletion_id = $2) as "isContent"
     from deletion where organization_id = $1 and id = $2 and deleted_at > $3`,
    deletionId,
    oldestKept(ctx),
  );
  if (!deletion || !ctx.may(permissionFor(deletion.kind))) throw notFound("deletionId", deletionId);
  return deletion;
}
