import { z } from "zod";
import { keptDeletionDays } from "../../domain/deletions.js";
import { defineAction } from "../action.js";
import { deletedResult } from "../results.js";
import { deletePermissions, deletionId, loadDeletion } from "./deletion.js";

export const purgeDeleted = defineAction({
  name: "purge_deleted",
  title: { en: "Erase a deleted record for good", it: "Cancella definitivamente quanto è stato eliminato" },
  description: `Erases at once what was kept of a deletion, instead of after ${keptDeletionDays} days. It can't be restored any more.`,
  area: "deletions",
  permissions: deletePermissions,
  anyPermission: true,
  effect: "delete",
  addition: true,

  input: z.strictObject({ deletionId }),
  result: deletedResult,

  async run({ deletionId }, ctx) {
    const { id, kind, recordId } = await loadDeletion(ctx, deletionId);
    await ctx.execute("delete from deletion where organization_id = $1 and id = $2", id);
    ctx.note({ record: "deletion", id, op: "delete", before: { kind, recordId } });
    return { id, deleted: true } as const;
  },
});
