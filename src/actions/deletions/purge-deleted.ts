import { z } from "zod";
import { keptDeletionDays } from "../../domain/deletions.js";
import { defineAction } from "../action.js";
import { deletedResult } from "../results.js";
import { deletePermissions, deletionId, loadDeletion } from "./deletion.js";

export const purgeDeleted = defineAction({
  name: "purge_deleted",
  title: { en: "Erase a deleted record for good", it: "Cancella definitivamente un elemento eliminato" },
  description: `Erases at once what was kept of a deletion, instead of after ${keptDeletionDays} days. It can't be restored any more. The audit log keeps its events about the record, with names, titles and figures.`,
  area: "deletions",
  permissions: deletePermissions,
  anyPermission: true,
  effect: "delete",
  addition: true,

  input: z.strictObject({ deletionId }),
  result: deletedResult,

  async run({ deletionId }, ctx) {
    const { id, kind, recordId } = await loadDeletion(ctx, deletionId);
    // For a bill or document, also the earlier contents that were kept when some of it was lost.
    await ctx.execute(
      `delete from deletion where organization_id = $1 and (id = $2 or id in (
         select c.deletion_id from deleted_row r
         join deleted_content c on c.organization_id = r.organization_id and c.bill_id = r.row_id
         where r.organization_id = $1 and r.deletion_id = $2 and r.table_name in ('bill_of_quantities', 'document') and r.content is not null))`,
      id,
    );
    ctx.note({ record: "deletion", id, op: "delete", before: { kind, recordId } });
    return { id, deleted: true } as const;
  },
});
