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
 * description and unit; beneath it its measurement rows; SOMMANO; titles and totals of sections between. Columns are known by their
 * headings, or named by hand. What the file counts otherwise than its own numbers is warned of with both values.
 * @throws UnreadableFile where it is no table, or no headings of a bill are found
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
    // The sheet lets go of its own: a bill of 200,000 rows was refused for want of memory while both were held.
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
