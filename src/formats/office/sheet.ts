import { columnByLetters, maxColumns } from "../columns.js";
import { smallParts } from "../small-parts.js";
import { XmlStream } from "../xml/xml-stream.js";

/** A cell as it is written in the file. */
export interface SheetCell {
  /** of a text in the shared strings, its number there */
  value: string;
  /** `n` number, `s` shared string, `str` and `inlineStr` text, `b` boolean, `e` error, `d` date */
  type: string;
  /** its place among the book's formats */
  style: number;
}

export interface SheetRow {
  /** as spreadsheets count, from 1 */
  number: number;
  /** by column, with holes */
  cells: SheetCell[];
  /** the columns, from 0, of formulas whose result the file doesn't hold: some programs leave it to Excel */
  uncalculated: number[];
  /** whether it has cells beyond the 500th column, which aren't here */
  isCut: boolean;
}

/** A cell's column, from 0: of `C7` 2. */
const columnOf = (reference: string): number => columnByLetters(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? "");

/**
 * A sheet's rows as they are read, some at a time, without those that are empty. Only cells that are written in the file count, however
 * large the sheet says that it is.
 * @param maxCellChars beyond this a text is cut
 * @throws UnreadableFile
 */
export async function* sheetRows(
  chunks: AsyncIterable<Uint8Array>,
  maxCellChars = Number.POSITIVE_INFINITY,
): AsyncGenerator<SheetRow[]> {
  let ready: SheetRow[] = [];
  let row: SheetRow = { number: 0, cells: [], uncalculated: [], isCut: false };
  let number = 0;
  let column = -1;
  let type = "n";
  let style = 0;
  let value = "";
  let isValue = false;
  let isFormula = false;
  let isStated = false;
  const stream = new XmlStream({
    open(name, attribute) {
      if (name === "row") {
        const given = Number(attribute("r") ?? number + 1);
        number = Number.isSafeInteger(given) && given > number ? given : number + 1;
        row = { number, cells: [], uncalculated: [], isCut: false };
        column = -1;
      } else if (name === "c") {
        const reference = attribute("r");
        column = reference ? columnOf(reference) : column + 1;
        type = attribute("t") ?? "n";
        style = Number(attribute("s") ?? 0);
        value = "";
        isFormula = false;
        isStated = false;
      } else if (name === "v" || name === "t") {
        isValue = true;
        // Of numbers an empty result is none; of texts it is one.
        isStated = type === "str";
      } else if (name === "f") isFormula = true;
    },
    text(part) {
      if (isValue && value.length < maxCellChars) value += part.slice(0, maxCellChars);
    },
    close(name) {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "c" && value !== "") {
        if (column < 0 || column >= maxColumns) row.isCut = true;
        else row.cells[column] = { value, type, style };
      } else if (name === "c" && isFormula && !isStated && column >= 0 && column < maxColumns)
        row.uncalculated.push(column);
      else if (name === "row" && (row.cells.length > 0 || row.uncalculated.length > 0 || row.isCut)) ready.push(row);
    },
  });
  let isEmpty = true;
  for await (const part of smallParts(chunks)) {
    isEmpty = false;
    stream.write(part);
    if (ready.length === 0) continue;
    yield ready;
    ready = [];
  }
  if (!isEmpty) stream.end();
  if (ready.length > 0) yield ready;
}
