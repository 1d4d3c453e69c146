import path from "node:path/posix";
import { notInXml } from "../xml/not-in-xml.js";
import { readXml } from "../xml/read-xml.js";
import { type NumberFormat, numberFormat } from "./number-format.js";
import { readRelations } from "./relations.js";
import { readSharedStrings } from "./shared-strings.js";
import type { SheetCell } from "./sheet.js";
import type { Zip } from "./zip.js";

const main = "xl/workbook.xml";
/** How many sheets are read. Of a workbook with more, one more is named, for readers to say so. */
export const maxSheets = 400;
/** Excel has 65,490 formats of cells, and names of 31 characters. */
const maxFormats = 70_000;
const maxNameChars = 200;

export const isXlsx = (zip: Zip): boolean => zip.names.includes(main);

interface Sheet {
  name: string;
  /** the name of its part in the zip */
  part: string;
  isHidden: boolean;
}

/** What the sheets of a workbook share. */
export interface Workbook {
  sheets: Sheet[];
  strings: readonly string[];
  /** in the order in which cells refer to them */
  formats: readonly NumberFormat[];
}

/**
 * Reads all of a workbook but its sheets' rows.
 * @param maxStringChars beyond this the shared strings are left empty
 * @throws UnreadableFile
 */
export async function openWorkbook(zip: Zip, maxStringChars: number): Promise<Workbook> {
  const targets = await readRelations(zip, main);
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  const parts = new Set(zip.names);
  await readXml(zip.open(main), {
    isDone: () => sheets.length > maxSheets,
    open(name, attribute) {
      if (name === "workbookPr") isFrom1904 = /^(1|true|on)$/.test(attribute("date1904") ?? "");
      if (name !== "sheet") return;
      const part = path.join("/xl", targets.get(attribute("id") ?? "") ?? "").slice(1);
      sheets.push({
        name: (attribute("name") ?? "").slice(0, maxNameChars),
        part: parts.has(part) ? part : part.slice("xl/".length),
        isHidden: (attribute("state") ?? "visible") !== "visible",
      });
    },
  });
  const strings = await readSharedStrings(zip.open("xl/sharedStrings.xml"), maxStringChars);
  return { sheets, strings, formats: await readFormats(zip, isFrom1904) };
}

/** A cell as it shows in an Italian program. */
export function shown({ value, type, style }: SheetCell, { strings, formats }: Workbook): string {
  if (type === "s") return unescaped(strings[Number(value)] ?? "");
  if (type === "b") return value === "1" ? "VERO" : "FALSO";
  const number = Number(value);
  if (type !== "n" || !Number.isFinite(number)) return unescaped(value);
  const format = formats[style];
  return format ? format.show(number) : String(number).replace(".", ",");
}

const escaped = /_x([0-9a-fA-F]{4})_/g;

/** A text with the characters that its escapes stand for. Many programs write `_x000D_` before each line end. */
function unescaped(text: string): string {
  if (!text.includes("_x")) return text;
  const plain = text.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return plain.replace(/\r\n?/g, "\n").replace(notInXml, "").toWellFormed();
}

/** The formats of the cells' styles, in the order in which cells refer to them. */
async function readFormats(zip: Zip, isFrom1904: boolean): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isOfCells = false;
  await readXml(zip.open("xl/styles.xml"), {
    isDone: () => codes.size > maxFormats || ids.length > maxFormats,
    open(name, attribute) {
      if (name === "numFmt") codes.set(Number(attribute("numFmtId")), (attribute("formatCode") ?? "").slice(0, 300));
      else if (name === "cellXfs") isOfCells = true;
      else if (name === "xf" && isOfCells) ids.push(Number(attribute("numFmtId") ?? 0));
    },
    close(name) {
      if (name === "cellXfs") isOfCells = false;
    },
  });
  const byId = new Map<number, NumberFormat>();
  return ids.map((id) => {
    const format = byId.get(id) ?? numberFormat(id, codes, isFrom1904);
    byId.set(id, format);
    return format;
  });
}
