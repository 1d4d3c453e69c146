import { maxColumns } from "../columns.js";
import { peek } from "../peek.js";
import { isText } from "../texts/decode.js";
import { UnreadableFile } from "../unreadable-file.js";
import type { WarningList } from "../warning-list.js";
import { csvRows } from "./csv-rows.js";
import { jsonRows } from "./json-rows.js";
import { maxCellChars, type OnFault, type RowFault, type TableRow } from "./table-row.js";
import { xlsxRows } from "./xlsx-rows.js";

const headBytes = 4_096;

const faultDetails: Record<RowFault, string> = {
  text_cut: `A text is longer than ${maxCellChars} characters, or its line never ends; the rest of it is left out.`,
  columns_left_out: `Only ${maxColumns} columns are read.`,
  unclosed_quote: "A quote is opened and never closed; it is taken for a part of the text.",
  old_encoding: "The file is read as MS-DOS or old Macs wrote texts: only so its accented letters are right.",
  uncalculated_formula: "A formula has no result in the file; its cell is read as empty.",
};

export type TableKind = "csv" | "xlsx" | "json";

export interface TableRows {
  kind: TableKind;
  /** @throws UnreadableFile where the file is damaged */
  rows: AsyncIterable<TableRow>;
}

/**
 * The rows of a table, whatever it is: XLSX, JSON, or separated values. What a file is, its bytes say.
 * @throws UnreadableFile for what is no table
 */
export async function tableRows(bytes: AsyncIterable<Uint8Array>, warnings: WarningList): Promise<TableRows> {
  const { head, all } = await peek(bytes, headBytes);
  const onFault: OnFault = (fault, place, detail = faultDetails[fault]) => warnings.add(fault, place, detail);
  const start = head.subarray(0, 64).toString("latin1").replace(/^ï»¿/, "").trimStart();
  if (start.startsWith("PK")) return { kind: "xlsx", rows: xlsxRows(all, onFault) };
  if (start === "") throw new UnreadableFile("empty", "The file is empty. Upload it again.");
  if (!isText(head)) {
    throw new UnreadableFile("binary", "The file isn't a table. Save it as XLSX or CSV.");
  }
  const onDamaged = (place: string) => warnings.add("damaged_row", place, "The record isn't JSON; it is left out.");
  if (/^[{[]/.test(start)) return { kind: "json", rows: jsonRows(all, onFault, onDamaged) };
  return { kind: "csv", rows: csvRows(all, onFault) };
}
