import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { unprocessable } from "../../domain/errors.js";
import { comparisonFormats, isTooLongToPrint } from "../../domain/exports.js";
import { defineAction } from "../action.js";
import { lacking } from "../action-reach.js";
import type { ActionContext } from "../context.js";
import { exportResult, orderExport } from "../files/export-order.js";
import { finishWithFile } from "../files/rendering.js";
import { linkedQuotes } from "./compared-quotes.js";
import { versionsOf } from "./export-bill-of-quantities.js";
import { computoId } from "./nodes.js";

/** A table with more columns would be of no use. */
const maxQuotes = 20;

export const exportQuoteComparison = defineAction({
  name: "export_quote_comparison",
  title: { en: "Export a comparison of quotes", it: "Esporta un confronto di preventivi" },
  description: "Exports the result of compare_quotes for a bill as XLSX or PDF. The file is kept for a day.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:view"],
  effect: "create",
  addition: true,

  input: z.strictObject({ computoId, format: z.enum(comparisonFormats).describe("format of the file") }),
  result: exportResult,

  async run({ computoId, format }, ctx) {
    const bill = await ctx.load(BillOfQuantities, { computoId });
    if (ctx.reachOf("documents:view") === "none") throw lacking("export_quote_comparison", "documents:view");
    const docIds = await linkedQuotes(ctx, bill);
    if (docIds.length === 0)
      throw unprocessable("No quote is linked to this bill; link lines of quotes with link_quote_line first.");
    if (docIds.length > maxQuotes)
      throw unprocessable(
        `${docIds.length} quotes are linked to this bill, but the export shows at most ${maxQuotes}; use compare_quotes, with docIds.`,
      );
    if (format === "pdf" && isTooLongToPrint(bill.lineCount, docIds.length))
      throw unprocessable(
        `A comparison of ${bill.lineCount.toLocaleString("en")} lines and ${docIds.length === 1 ? "a quote" : `${docIds.length} quotes`} is too long for a PDF; use the format xlsx.`,
      );
    const contacts = ctx.sees("contacts");
    const shows = { project: ctx.sees("projects"), client: ctx.sees("projects") && contacts, contacts };
    const { projectId, basis } = await stateOf(ctx, bill, docIds);
    const order = { kind: "quote_comparison", computoId: bill.id, format, docIds, shows } as const;
    return orderExport(ctx, { id: bill.id, projectId }, order, [
      ...(await versionsOf(ctx, bill)),
      ...basis,
      // Whether a quote has expired depends on the day.
      ctx.dayOf(ctx.now),
    ]);
  },
  finish: finishWithFile("file"),
});

/**
 * The file's project, and the versions of what it shows of the quotes. A file that shows a quote of no project belongs to none, since the
 * project's guests mustn't see that quote.
 */
async function stateOf(
  ctx: ActionContext,
  { id, projectId }: BillOfQuantities,
  docIds: readonly string[],
): Promise<{ projectId: string | null; basis: unknown[] }> {
  const quotes = await ctx.query<{ projectId: string | null; versions: unknown[] }>(
    `select d.project_id as "projectId",
       json_build_array(d.id, d.version, c.id, c.version,
         (select json_build_array(count(*), max(l.updated_at), max(l.id::text)) from quote_link l
          where l.organization_id = $1 and l.doc_id = d.id and l.computo_id = $3)) as versions
     from document d left join contact c on c.organization_id = d.organization_id and c.id = d.contact_id
     where d.organization_id = $1 and d.id = any($2::uuid[]) order by d.id`,
    docIds,
    id,
  );
  const isWithin = quotes.every((quote) => quote.projectId === projectId);
  return { projectId: isWithin ? projectId : null, basis: quotes.map(({ versions }) => versions) };
}
