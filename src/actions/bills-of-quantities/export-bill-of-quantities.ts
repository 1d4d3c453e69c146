import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { Contact } from "../../db/entities/contact.js";
import { Project } from "../../db/entities/project.js";
import { invalidAt } from "../../domain/errors.js";
import { billDocuments, billExportFormats } from "../../domain/exports.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { exportResult, orderExport } from "../files/export-order.js";
import { finishWithFile } from "../files/rendering.js";
import { computoId } from "./nodes.js";

export const exportBillOfQuantities = defineAction({
  name: "export_bill_of_quantities",
  title: { en: "Export a bill of quantities", it: "Esporta un computo" },
  description:
    "Exports a bill as XPWE (for PriMus and others), XLSX, CSV or PDF. The url downloads the file for 15 minutes without credentials; the file is kept for a day.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:view"],
  effect: "create",
  addition: true,

  input: z.strictObject({
    computoId,
    format: z.enum(billExportFormats).describe("format of the file"),
    prices: z.boolean().default(true).describe("false: without prices and amounts"),
    document: z
      .enum(billDocuments)
      .describe(
        "for pdf: the bill with prices (default), the bill without prices, its list of unit prices, or its share of labour",
      )
      .optional(),
  }),
  result: exportResult,

  async run({ computoId, format, prices, document }, ctx) {
    const bill = await ctx.load(BillOfQuantities, { computoId });
    const wanted = document ?? "estimate";
    if (format !== "pdf" && wanted !== "estimate") throw contradiction("/document", "only a PDF can be of this kind");
    if (!prices && (wanted === "prices" || wanted === "labour"))
      throw contradiction("/prices", `the document ${wanted} consists of them`);
    const shows = { project: ctx.sees("projects"), client: ctx.sees("projects") && ctx.sees("contacts") };
    const isPriced = prices && wanted !== "quantities";
    const order = {
      kind: "bill",
      computoId: bill.id,
      format,
      document: wanted === "estimate" && !isPriced ? "quantities" : wanted,
      prices: isPriced,
      shows,
    } as const;
    return orderExport(ctx, bill, order, await versionsOf(ctx, bill));
  },
  finish: finishWithFile("file"),
});

const contradiction = (pointer: string, detail: string) => invalidAt(pointer, `${detail}; leave out one of the two`);

/** The versions of everything that an export of the bill shows, and the day, which a PDF prints. */
export async function versionsOf(ctx: ActionContext, bill: BillOfQuantities): Promise<unknown[]> {
  const organization = await ctx.organization();
  const project = await ctx.follow(Project, bill.projectId);
  const client = await ctx.follow(Contact, project?.clientContactId ?? null);
  const day = ctx.now.toLocaleDateString("en-CA", { timeZone: ctx.caller.timezone });
  return [bill.version, organization.version, project?.version, client?.id, client?.version, day];
}
