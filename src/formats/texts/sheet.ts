import { readXml } from "../xml/read-xml.js";
import type { BoundedText } from "./bounded-text.js";
import type { NumberFormat } from "./number-format.js";

const maxColumns = 500;
const maxRows = 100_000;

interface Book {
  strings: readonly string[];
  formats: readonly NumberFormat[];
}

/** A column's number by its letters, from 0: `C7` is 2. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "") column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Adds a sheet's rows. Only cells that are written in the file count, however large the sheet says that it is. */
export async function readSheet(chunks: AsyncIterable<Buffer>, book: Book, text: BoundedText): Promise<void> {
  let rows = 0;
  let cells: string[] = [];
  let column = -1;
  let type = "n";
  let style = 0;
  let value = "";
  let isValue = false;
  await readXml(chunks, {
    isDone: () => text.isFull || rows > maxRows,
    open(name, attribute) {
      if (name === "row") cells = [];
      else if (name === "c") {
        const reference = attribute("r");
        column = reference ? columnOf(reference) : column + 1;
        type = attribute("t") ?? "n";
        style = Number(attribute("s") ?? 0);
        value = "";
      } else if (name === "v" || name === "t") isValue = true;
    },
    text(part) {
      if (isValue) value += part;
    },
    close(name) {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "c" && value !== "") {
        if (column < 0 || column >= maxColumns) text.warn("cells_left_out", `Only ${maxColumns} columns are read.`);
        else cells[column] = shown(value, type, style, book).replace(/[\t\n\r]+/g, " ");
      } else if (name === "row") {
        column = -1;
        if (cells.length === 0) return;
        if (++rows > maxRows) text.warn("rows_left_out", `Only the first ${maxRows} rows of a sheet are read.`);
        else text.add(`${Array.from(cells, (cell) => cell ?? "").join("\t")}\n`);
      }
    },
  });
}

function shown(value: string, type: string, style: number, { strings, formats }: Book): string {
  if (type === "s") return strings[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "VERO" : "FALSO";
  const number = Number(value);
  if (type !== "n" || !Number.isFinite(number)) return value;
  const format = formats[style];
  return format ? format(number) : String(number).replace(".", ",");
}
