import type { NamedColumns } from "../../tables/headings.js";
import { tableRows } from "../../tables/table-rows.js";
import { UnreadableFile } from "../../unreadable-file.js";
import { WarningList } from "../../warning-list.js";
import type { BillFile } from "../bill-file.js";
import { checkStated } from "./checks/check-stated.js";
import { BillTableCells } from "./rows/cells.js";
import { billSheets } from "./sheets/bill-sheets.js";
import { sheetLayout } from "./sheets/sheet-layout.js";
import { surveySheet } from "./survey/survey-sheet.js";
import { TableSheet } from "./tree/table-sheet.js";
import { TableTree } from "./tree/table-tree.js";

/**
 * Reads a bill of quantities from a spreadsheet or CSV in the layout that Italian programs export: a line (voce) with number, code,
 * description and unit; its measurement rows below; SOMMANO; titles and totals of sections in between. Columns are found by their
 * headings, or named by the user. If a stated amount differs from what the file's own numbers give, a warning has both values.
 * @throws UnreadableFile if the file isn't a table, or has no headings of a bill
 */
export async function readBillTable(bytes: Uint8Array, columns?: NamedColumns): Promise<BillFile> {
  const warnings = new WarningList();
  const whole = async function* () {
    yield bytes;
  };
  const { kind, rows } = await tableRows(whole(), warnings);
  if (kind === "json") throw new UnreadableFile("unknown_format", "JSON isn't read as a bill.");
  const tree = new TableTree(warnings);
  for await (const sheet of billSheets(rows, columns, warnings)) {
    const layout = sheetLayout(sheet.header);
    const cells = new BillTableCells(sheet.columns, warnings, layout);
    cells.observe(sheet.rows);
    tree.beginSheet(layout);
    // `splice` frees the sheet's own rows: holding both copies takes too much memory for a bill of 200,000 rows.
    const given = sheet.rows.splice(0).map((row) => cells.read(row));
    new TableSheet(surveySheet(given, layout), tree, warnings).take();
  }
  const { nodes, stated, measurements } = tree.end();
  if (stated.lines.length === 0) throw new UnreadableFile("empty", "The table has headings but no lines of a bill.");
  const { quantityDecimals, totalInFile } = checkStated(stated, nodes, warnings);
  return {
    format: kind,
    name: null,
    nodes,
    quantityDecimals,
    measurements,
    totalInFile,
    warnings: warnings.kept,
    warningCount: warnings.count,
  };
}
