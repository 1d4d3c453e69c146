import { z } from "zod";
import { type ComputedBill, nodesIn } from "../../domain/bill/bill.js";
import { sum } from "../../domain/money.js";
import { shortened } from "../../domain/text/shortened.js";
import type { BillFile } from "../../formats/bills/bill-file.js";
import type { FormatWarning } from "../../formats/format-warning.js";
import { formatWarning } from "../warning-results.js";

/** A file may have a warning for each of its rows; this many are enough to see what is wrong with it. */
const maxWarnings = 200;
/** Details quote only the beginning of long texts. */
const maxDetail = 500;

export const importReport = z.object({
  format: z.enum(["xpwe", "six", "xlsx", "csv"]),
  lines: z.number(),
  sections: z.number(),
  measurements: z.number().describe("rows of measurements, with notes and partial totals"),
  totalInFile: z.number().nullable().describe("euro; null: the file doesn't say"),
  total: z.number().describe("euro, as computed here"),
  difference: z.number().nullable().describe("total − totalInFile"),
  warnings: z
    .array(formatWarning)
    .describe("what couldn't be taken as it stands; at most 200, then one that counts the others"),
});

export function reportOf(
  { format, measurements, totalInFile, warnings, warningCount }: BillFile,
  { nodes, total, lineCount }: ComputedBill,
): z.input<typeof importReport> {
  const shown: FormatWarning[] = warnings.slice(0, maxWarnings).map(({ code, place, detail }) => ({
    code,
    place,
    detail: shortened(detail, maxDetail),
  }));
  const hidden = warningCount - shown.length;
  if (hidden > 0) shown.push({ code: "more_warnings", place: "the file", detail: `and ${hidden} more warnings` });
  return {
    format,
    lines: lineCount,
    sections: nodesIn(nodes).length - lineCount,
    measurements,
    totalInFile,
    total,
    difference: totalInFile === null ? null : sum([total, -totalInFile], 2),
    warnings: shown,
  };
}
