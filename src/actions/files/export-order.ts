import { z } from "zod";
import { makeExport } from "../../contracts/make-export.js";
import { idIn } from "../../contracts/workflow-contract.js";
import { StoredFile } from "../../db/entities/stored-file.js";
import { newId } from "../../db/new-id.js";
import { ActionError, unprocessable } from "../../domain/errors.js";
import type { ExportOrder } from "../../domain/exports.js";
import type { Finish } from "../action.js";
import type { ActionContext } from "../context.js";
import { recordOf } from "../record-areas.js";
import { fileResult } from "./fields.js";
import { makeLink } from "./links.js";

const maxWaiting = 20;

/** What an action with an export answers. Its file shows a bill, and needs no permission for other files. */
export const exportResult = z.object({
  file: recordOf(fileResult.clone(), "bills_of_quantities")
    .nullable()
    .describe("null only while it takes longer than a minute: call again"),
  url: z.string().nullable(),
  workflowId: z.string().optional().describe("what makes the file, where it had to be made"),
});
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
  const known = await knownExport(ctx, bill.id, order, JSON.stringify(basis));
  const file = known && (await ctx.follow(StoredFile, known.fileId));
  if (file) return { file, url: (await linkTo(ctx, file)).url };
  if (known) return { file: null, url: null, workflowId: makeExport.workflowId({ exportId: known.id }) };
  await refuseTooMany(ctx);
  const exportId = newId();
  await ctx.execute(
    `insert into rendering (organization_id, id, bill_id, project_id, export, basis, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    exportId,
    bill.id,
    bill.projectId,
    JSON.stringify(order),
    JSON.stringify(basis),
    ctx.now,
  );
  return { file: null, url: null, workflowId: ctx.start(makeExport, { exportId, projectId: bill.projectId }) };
}

/** The `finish` of an action that answers with `orderExport`. */
export const finishExport: Finish<typeof exportResult> = {
  awaits: ({ workflowId }) => workflowId ?? null,
  async read({ workflowId = "" }, ctx) {
    const [made] = await ctx.query<{ fileId: string | null; error: string | null }>(
      `select file_id as "fileId", error from rendering where organization_id = $1 and id = $2`,
      idIn(workflowId),
    );
    if (!made?.fileId) throw unprocessable(`The file was not made: ${made?.error ?? "it was given up"}.`);
    const file = await ctx.follow(StoredFile, made.fileId);
    if (!file) throw unprocessable("The file is not there any more; call again to have it made anew.");
    // Nothing else is written here, so there is no transaction to be part of.
    return { file, url: (await linkTo(ctx, file, ctx.query)).url, workflowId };
  },
};

const linkTo = (ctx: ActionContext, file: StoredFile, write?: ActionContext["query"]) =>
  makeLink(ctx, { kind: "download", fileId: file.id }, write);

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

/** @throws rate_limited */
async function refuseTooMany(ctx: ActionContext): Promise<void> {
  const [waiting] = await ctx.query<{ count: number }>(
    `select count(*)::int as count from rendering
     where organization_id = $1 and done_at is null and created_at > now() - interval '10 minutes'`,
  );
  if ((waiting?.count ?? 0) < maxWaiting) return;
  throw new ActionError("rate_limited", `${maxWaiting} files wait to be made; try again in a moment.`, {
    headers: { "Retry-After": "5" },
  });
}
