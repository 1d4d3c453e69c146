import { lettersOf } from "../columns.js";
import { type SheetCell, sheetRows } from "../office/sheet.js";
import { isXlsx, maxSheets, openWorkbook, shown, type Workbook } from "../office/workbook.js";
import { openZip } from "../office/zip.js";
import { UnreadableFile } from "../unreadable-file.js";
import { withoutNoise } from "./italian-number.js";
import { type Cell, maxCellChars, type OnFault, type TableRow, textCell, trimRow } from "./table-row.js";

/** As they are packed. Lists of 60,000 long entries have 10 MB. */
const maxBytes = 64 * 1024 * 1024;
const maxStringChars = 80_000_000;
/** With the empty ones before others of their row: one cell in the last column makes 500. */
const maxCells = 40_000_000;

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) {
      const limit = `${maxBytes / 1024 / 1024} MB`;
      throw new UnreadableFile("too_large", `A spreadsheet may have ${limit}. Save a larger one as CSV.`);
    }
  }
  return Buffer.concat(chunks);
}

/** Numbers and percentages as numbers, dates as an Italian reads them, and what is filled up with zeros as it shows. */
function cellOf(cell: SheetCell, book: Workbook): Cell {
  const { value, type, style } = cell;
  if (type !== "n") return textCell(shown(cell, book).slice(0, maxCellChars));
  const held = Number(value);
  if (!Number.isFinite(held)) return textCell(value);
  const { kind, decimals = 0 } = book.formats[style] ?? {};
  if (kind === "moment" || (kind === "code" && Number.isInteger(held))) return textCell(shown(cell, book));
  const number = withoutNoise(kind === "percent" ? held * 100 : held);
  if (kind === "percent") return { number, text: `${number}%` };
  // Of whole numbers nobody means the zeros: a whole sheet may be formatted so.
  const text = Number.isInteger(number) ? "" : number.toFixed(decimals);
  return text.length > String(number).length ? { number, text } : number;
}

/**
 * The rows of a spreadsheet's visible sheets, one after the other. Of formulas their last values count.
 * @throws UnreadableFile
 */
export async function* xlsxRows(bytes: AsyncIterable<Uint8Array>, onFault: OnFault): AsyncGenerator<TableRow> {
  const zip = await openZip(await collect(bytes));
  if (!isXlsx(zip)) {
    const isOtherKind = zip.names.some((name) => name === "content.xml" || name === "xl/workbook.bin");
    throw new UnreadableFile(
      "unknown_format",
      isOtherKind
        ? "This is an OpenDocument (ODS) or XLSB file: save it as XLSX or CSV."
        : "The file is an archive, not a spreadsheet. Unpack it and upload what is in it.",
    );
  }
  const book = await openWorkbook(zip, maxStringChars);
  if (book.sheets.length > maxSheets)
    throw new UnreadableFile("too_large", `The spreadsheet has more than ${maxSheets} sheets. Save a part of it.`);
  let count = 0;
  for (const { name, part } of book.sheets.filter(({ isHidden }) => !isHidden)) {
    /** the first formula without a result in each column, and how many there are */
    const uncalculated = new Map<number, { row: number; count: number }>();
    for await (const rows of sheetRows(zip.open(part), maxCellChars)) {
      for (const { number, cells, uncalculated: columns, isCut } of rows) {
        const place = `${name} row ${number}`;
        count += cells.length;
        if (count > maxCells)
          throw new UnreadableFile("too_large", `The spreadsheet has too many cells at ${place}. Save a part of it.`);
        for (const column of columns) {
          const { row, count } = uncalculated.get(column) ?? { row: number, count: 0 };
          uncalculated.set(column, { row, count: count + 1 });
        }
        if (isCut) onFault("columns_left_out", place);
        const trimmed = trimRow(Array.from(cells, (cell) => (cell ? cellOf(cell, book) : null)));
        if (trimmed) yield { place, sheet: name, cells: trimmed };
      }
    }
    for (const [column, { row, count }] of uncalculated) {
      const letters = lettersOf(column);
      const which =
        count === 1 ? `Cell ${letters}${row} has` : `${count} cells of column ${letters}, from ${letters}${row}, have`;
      const advice = "Open the file in Excel or LibreOffice, save it, and import it again.";
      onFault(
        "uncalculated_formula",
        `${name} ${letters}${row}`,
        `${which} a formula without a result; read as empty. ${advice}`,
      );
    }
  }
}
