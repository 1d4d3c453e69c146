import { type BillLine, type BillNode, flattenLines } from "../../../domain/bill/bill.js";
import { compareQuotes } from "../../../domain/documents/compare-quotes.js";
import { isTooLongToPrint, printedRows } from "../../../domain/exports.js";
import { writeXlsx } from "../../../formats/spreadsheets/write-xlsx.js";
import { compileTemplate, maxStructuredRows } from "../../pdf/typst.js";
import { contentTypes, ExportRefused, type MadeFile } from "../made-file.js";
import type { ComparisonContent } from "./comparison-content.js";
import { comparisonSheet } from "./comparison-sheet.js";
import { comparisonTable } from "./comparison-table.js";

/**
 * Makes the file of a comparison of quotes.
 * @throws ExportRefused if it has become too long for a PDF since it was ordered
 */
export async function writeComparison(content: ComparisonContent): Promise<MadeFile> {
  const { bill, format, quotes, links, madeAt } = content;
  const nodes = JSON.parse(bill.nodes) as BillNode[];
  const lines = flattenLines(nodes);
  if (format === "pdf" && isTooLongToPrint(lines.length, quotes.length))
    throw new ExportRefused("it is too long for a PDF; export it as XLSX");
  const compared = compareQuotes(lines.map(nameOf), quotes, links);
  const made = {
    name: `Confronto preventivi - ${bill.name.slice(0, 130)}.${format}`,
    contentType: contentTypes[format],
  };
  if (format === "xlsx") return { ...made, bytes: await writeXlsx(comparisonTable(nodes, lines, compared)) };
  const isStructured = printedRows(lines.length, quotes.length) <= maxStructuredRows;
  const sheet = comparisonSheet(content, nodes, lines, compared);
  const pdf = compileTemplate("comparison.typ", sheet, { createdAt: madeAt, isStructured });
  return { ...made, bytes: new Uint8Array(pdf) };
}

const nameOf = ({ index, node }: BillLine) => ({ index, desc: node.desc ?? "" });
