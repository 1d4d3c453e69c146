import { z } from "zod";
import { programVersion } from "../../config.js";
import { makeExport } from "../../contracts/make-export.js";
import { StoredFile } from "../../db/entities/stored-file.js";
import { newId } from "../../db/new-id.js";
import type { ExportOrder } from "../../domain/exports.js";
import type { ActionContext } from "../context.js";
import { recordOf } from "../record-areas.js";
import { fileResult } from "./fields.js";
import { refuseTooMany, withLink } from "./rendering.js";

/** What an action with an export answers. Its file shows a bill, and needs no permission for other files. */
export const exportResult = z.object({
  file: recordOf(fileResult.clone(), "bills_of_quantities")
    .nullable()
    .describe("null only while it takes longer than a minute: call again"),
  url: z.string().nullable(),
  workflowId: z.string().optional().describe("what makes the file, where it had to be made"),
});
/** Another release may draw the same content in another way. */
const release = programVersion();

type Answer = z.input<typeof exportResult>;

interface Known {
  id: string;
  fileId: string | null;
}

/**
 * Orders a file about a bill, which stands under `projectId`, or gives the one that was made of the same content within the day. The worker makes it, by the
 * `readers` and `writers` in `src/activities/exports`.
 * @param basis the versions of all that it shows: with the same ones and the same order the file would be the same
 * @throws rate_limited
 */
export async function orderExport(
  ctx: ActionContext,
  bill: { id: string; projectId: string | null },
  order: ExportOrder,
  basis: readonly unknown[],
): Promise<Answer> {
  const basisText = JSON.stringify([release, ...basis]);
  const known = await knownExport(ctx, bill.id, order, basisText);
  const file = known && (await ctx.follow(StoredFile, known.fileId));
  if (file) return withLink(ctx, file);
  if (known) return { file: null, url: null, workflowId: makeExport.workflowId({ exportId: known.id }) };
  await refuseTooMany(ctx);
  const exportId = newId();
  await ctx.execute(
    `insert into rendering (organization_id, id, bill_id, project_id, export, basis, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    exportId,
    bill.id,
    bill.projectId,
    JSON.stringify(order),
    basisText,
    ctx.now,
  );
  return { file: null, url: null, workflowId: ctx.start(makeExport, { exportId, projectId: bill.projectId }) };
}

/** The same export where it is being made, or was and will be there for an hour yet. */
async function knownExport(
  ctx: ActionContext,
  billId: string,
  order: ExportOrder,
  basis: string,
): Promise<Known | undefined> {
  const [known] = await ctx.query<Known>(
    `select r.id, r.file_id as "fileId" from rendering r
     left join stored_file f on f.organization_id = r.organization_id and f.id = r.file_id
     where r.organization_id = $1 and r.bill_id = $2 and r.export = $3::jsonb and r.basis = $4
       and (f.expires_at > now() + interval '1 hour' or r.done_at is null and r.created_at > now() - interval '10 minutes')
     order by r.created_at desc limit 1`,
    billId,
    JSON.stringify(order),
    basis,
  );
  return known;
}
