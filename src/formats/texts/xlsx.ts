import path from "node:path/posix";
import { readXml } from "../xml/read-xml.js";
import { BoundedText } from "./bounded-text.js";
import { type NumberFormat, numberFormat } from "./number-format.js";
import { readRelations } from "./relations.js";
import { readSharedStrings } from "./shared-strings.js";
import { readSheet } from "./sheet.js";
import type { Zip } from "./zip.js";

const main = "xl/workbook.xml";
const maxSheets = 200;

export const isXlsx = (zip: Zip): boolean => zip.names.includes(main);

/** An XLSX's text: each sheet under its name, one line for each row, cells parted by tabs and as they show in an Italian program. */
export async function readXlsx(zip: Zip): Promise<BoundedText> {
  const text = new BoundedText();
  const targets = await readRelations(zip, main);
  const sheets: { name: string; part: string; isHidden: boolean }[] = [];
  let isFrom1904 = false;
  await readXml(zip.open(main), {
    open(name, attribute) {
      if (name === "workbookPr") isFrom1904 = /^(1|true|on)$/.test(attribute("date1904") ?? "");
      if (name !== "sheet") return;
      const part = path.join("/xl", targets.get(attribute("id") ?? "") ?? "").slice(1);
      sheets.push({
        name: attribute("name") ?? "",
        part: zip.names.includes(part) ? part : part.slice("xl/".length),
        isHidden: (attribute("state") ?? "visible") !== "visible",
      });
    },
  });
  if (sheets.length > maxSheets) text.warn("sheets_left_out", `Only the first ${maxSheets} sheets are read.`);
  const strings = await readSharedStrings(zip.open("xl/sharedStrings.xml"));
  const formats = await readFormats(zip, isFrom1904);
  for (const { name, part, isHidden } of sheets.slice(0, maxSheets)) {
    if (text.isFull) break;
    if (isHidden) text.warn("hidden_text", "Some sheets are hidden in the file; they are named so here.");
    text.add(`${text.isEmpty ? "" : "\n"}## ${name}${isHidden ? " (hidden sheet)" : ""}\n`);
    await readSheet(zip.open(part), { strings, formats }, text);
  }
  return text;
}

/** The formats of the cells' styles, in the order in which cells refer to them. */
async function readFormats(zip: Zip, isFrom1904: boolean): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isOfCells = false;
  await readXml(zip.open("xl/styles.xml"), {
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
