import type { ContentKind } from "../../db/deletions/contents.js";
import { deletedKinds } from "../../domain/deletions.js";
import { conflict } from "../../domain/errors.js";
import type { ActionContext } from "../context.js";

/**
 * Takes the kept content of a bill or document out of a locked deletion, to give it back: nothing of the deletion remains.
 * @throws conflict as `requireOwner`
 */
export async function takeContent<Content extends object>(
  ctx: ActionContext,
  kind: ContentKind,
  id: string,
  deletionId: string,
): Promise<Content> {
  await requireOwner(ctx, kind, id);
  const [content] = await ctx.query<Content>(
    `select nodes, total, line_count as "lineCount", links from deleted_content
     where organization_id = $1 and bill_id = $2 and deletion_id = $3`,
    id,
    deletionId,
  );
  if (!content) throw new Error(`The deletion ${deletionId} keeps no content`);
  await ctx.execute("delete from deletion where organization_id = $1 and id = $2", deletionId);
  return content;
}

/** @throws conflict if the owner of a kept content is gone, naming the deletion that brings it back */
async function requireOwner(ctx: ActionContext, kind: ContentKind, id: string): Promise<void> {
  const table = deletedKinds[kind];
  const [owner] = await ctx.query<{ isThere: boolean; deletionId: string | null }>(
    `select exists (select from ${table} where organization_id = $1 and id = $2) as "isThere",
       (select deletion_id from deleted_row
        where organization_id = $1 and table_name = '${table}' and row_id = $2 and content is not null limit 1) as "deletionId"`,
    id,
  );
  if (owner?.isThere) return;
  throw conflict(
    owner?.deletionId
      ? `The content belongs to the ${kind} ${id}, which was deleted; restore that first, with restore_record and the deletionId ${owner.deletionId}.`
      : `The content belonged to the ${kind} ${id}, which no longer exists; it can't be restored without it.`,
  );
}
