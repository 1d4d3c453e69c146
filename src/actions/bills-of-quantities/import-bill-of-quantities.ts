import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { Project } from "../../db/entities/project.js";
import { type BillNode, billLimits, type ComputedBill } from "../../domain/bill/bill.js";
import { ActionError, unprocessable } from "../../domain/errors.js";
import { unlessBlank } from "../../domain/text/blank.js";
import { shortened } from "../../domain/text/shortened.js";
import { maxCharacters } from "../../domain/text/text-limits.js";
import type { Warning } from "../../domain/warning.js";
import type { BillFile } from "../../formats/bills/bill-file.js";
import { billColumns } from "../../formats/bills/table/layout.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { fileId } from "../files/fields.js";
import { loadFile } from "../files/load-file.js";
import { id, name, words } from "../schemas.js";
import { ifAny, warningsIfAny } from "../warning-results.js";
import { computeCheckedBill } from "./checked-bill.js";
import { importReport, reportOf } from "./import-report.js";
import { nodeSizes } from "./nodes.js";
import { billResult } from "./results.js";

export const importBillOfQuantities = defineAction({
  name: "import_bill_of_quantities",
  title: { en: "Import a bill of quantities", it: "Importa un computo" },
  description:
    "Creates a bill of quantities from a stored file (list_files, create_upload_link): XPWE, SIX, XLSX or CSV. Use preview first: the report compares the totals and lists what couldn't be read as it stands.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "create",
  addition: true,

  input: z.strictObject({
    projectId: id("the project that the bill will belong to"),
    fileId,
    name: name("name of the bill; by default the one in the file").optional(),
    preview: z.boolean().describe("true: only report, store nothing").default(false),
    columns: z
      .partialRecord(z.enum(billColumns), words("its letter or heading"))
      .describe('for a table with unknown headings: which column holds what, e.g. {"code": "B"}')
      .optional(),
  }),
  result: z.object({
    bill: billResult.nullable().describe("null in a preview"),
    report: importReport,
    warnings: warningsIfAny,
  }),

  async run({ projectId, fileId, name, preview, columns }, ctx) {
    await ctx.load(Project, { projectId });
    const file = await loadFile(ctx, fileId);
    const read = await ctx.readBill(file, { columns });
    const project = await ctx.load(Project, { projectId });
    const computed = computeImported(read);
    const report = reportOf(read, computed);
    const warnings = ifAny(await duplicateOf(ctx, project.id, computed));
    if (preview) return { bill: null, report, ...warnings };
    const values = {
      projectId: project.id,
      name: name ?? nameOf(read, file.name),
      ...computed,
      quantityDecimals: read.quantityDecimals,
    };
    return { bill: ctx.insert(BillOfQuantities, values), report, ...warnings };
  },
});

/** Warns of a file that was imported before. An assistant that missed the answer imports it again, and nothing else reveals the second bill. */
async function duplicateOf(
  ctx: ActionContext,
  projectId: string,
  { total, lineCount }: ComputedBill,
): Promise<Warning[]> {
  if (lineCount === 0 || !ctx.may("bills_of_quantities:view")) return [];
  const [bill] = await ctx.query<{ id: string; name: string }>(
    `select id, name from bill_of_quantities
     where organization_id = $1 and project_id = $2 and total = $3 and line_count = $4 order by id desc limit 1`,
    projectId,
    total,
    lineCount,
  );
  if (!bill) return [];
  return [
    {
      code: "duplicate",
      pointer: "/fileId",
      detail: `The project's bill "${bill.name}" (${bill.id}) has as many lines and the same total.`,
      suggestion: "If it was imported from this file, use that one: don't import again, or delete the new one.",
    },
  ];
}

/** @throws unprocessable for more than a bill can hold. It isn't invalid_input, since the request's form isn't at fault. */
function computeImported({ nodes, quantityDecimals }: BillFile): ComputedBill {
  const violations = [...billLimits(nodes, "lines"), ...nodeSizes(nodes as BillNode[], "lines")];
  const [first] = violations;
  if (first) throw unprocessable(`The file holds more than a bill can: ${first.pointer} ${first.detail}.`);
  try {
    return computeCheckedBill(nodes, "lines", { quantityDecimals });
  } catch (error) {
    if (!(error instanceof ActionError) || error.code !== "invalid_input") throw error;
    throw unprocessable(`The file's numbers are larger than a bill can hold: ${error.message}.`);
  }
}

/** A bill's own name may have slashes: `Lotto 1/2.xlsx`. A signed file has two: `Lotto 1.xlsx.p7m`. */
const extension = /(?<=.)\.[a-z0-9]{1,5}(?:\.p7m)*$/i;

/** The bill's name in the file, else the file's name. */
function nameOf(read: BillFile, fileName: string): string {
  const given =
    unlessBlank(read.name?.replace(/\s+/g, " ")) ?? unlessBlank(fileName.replace(extension, "")) ?? "Computo";
  return shortened(given.trim(), maxCharacters.name);
}
