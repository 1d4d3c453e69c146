import { sheetRows } from "../office/sheet.js";
import { maxSheets, openWorkbook, shown, type Workbook } from "../office/workbook.js";
import type { Zip } from "../office/zip.js";
import { BoundedText, maxTextChars } from "./bounded-text.js";

const maxRows = 100_000;

/** An XLSX's text: each sheet under its name, one line for each row, cells parted by tabs and as they show in an Italian program. */
export async function readXlsx(zip: Zip): Promise<BoundedText> {
  const text = new BoundedText();
  const book = await openWorkbook(zip, maxTextChars);
  if (book.sheets.length > maxSheets) text.warn("sheets_left_out", `Only the first ${maxSheets} sheets are read.`);
  for (const { name, part, isHidden } of book.sheets.slice(0, maxSheets)) {
    if (text.isFull) break;
    if (isHidden) text.warn("hidden_text", "Some sheets are hidden in the file; they are named so here.");
    text.add(`${text.isEmpty ? "" : "\n"}## ${name}${isHidden ? " (hidden sheet)" : ""}\n`);
    await addSheet(zip.open(part), book, text);
  }
  return text;
}

async function addSheet(chunks: AsyncIterable<Uint8Array>, book: Workbook, text: BoundedText): Promise<void> {
  let rows = 0;
  for await (const some of sheetRows(chunks)) {
    for (const { cells, isCut } of some) {
      if (isCut) text.warn("cells_left_out", "Only 500 columns are read.");
      if (cells.length === 0) continue;
      if (++rows > maxRows) {
        text.warn("rows_left_out", `Only the first ${maxRows} rows of a sheet are read.`);
        return;
      }
      const line = Array.from(cells, (cell) => (cell ? shown(cell, book).replace(/[\t\n\r]+/g, " ") : ""));
      text.add(`${line.join("\t")}\n`);
    }
    if (text.isFull) return;
  }
}
