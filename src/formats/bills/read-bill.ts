import { otherFile } from "../other-file.js";
import { isCms } from "../signed/cms.js";
import { readSixBill } from "../six/read-six-bill.js";
import { headOf } from "../small-parts.js";
import { MisnamedColumn } from "../tables/header-by-hand.js";
import type { NamedColumns } from "../tables/headings.js";
import { type UnreadableCode, UnreadableFile } from "../unreadable-file.js";
import { WarningList } from "../warning-list.js";
import { readXpwe } from "../xpwe/read-xpwe.js";
import type { BillFile } from "./bill-file.js";
import { fitTexts } from "./fit-texts.js";
import { ifPriceList } from "./table/layout.js";
import { readBillTable } from "./table/read-bill-table.js";

export interface ReadBillOptions {
  /** for a table whose headings say too little */
  columns?: NamedColumns | undefined;
}

const readable = "What can be read: XPWE (in PriMus and most programs: export as XPWE), SIX (XML), XLSX and CSV.";
/** Errors that another file may solve. */
const wrongFile: readonly UnreadableCode[] = ["unknown_format", "doctype", "binary", "damaged", "empty"];
const sniffedBytes = 16 * 1024;
const maxWrappings = 10;

/** The name of a file's first element; null if the file doesn't begin like XML. */
function rootElement(bytes: Uint8Array): string | null {
  // In UTF-16, zero bytes stand between the letters of a name.
  const head = headOf(bytes, sniffedBytes)
    .toString("latin1")
    .replaceAll("\0", "")
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, "")
    .trimStart();
  if (!head.startsWith("<")) return null;
  return /<(?:[\w.-]{1,100}:)?([A-Za-z_][\w.-]{0,100})/.exec(head)?.[1] ?? "";
}

/**
 * Reads a bill of quantities. The file's content decides on its format, not its name.
 * @throws UnreadableFile if the format isn't supported; the message names those that are
 */
export async function readBill(bytes: Uint8Array, options: ReadBillOptions = {}): Promise<BillFile> {
  try {
    const file = await readByContent(bytes, options);
    const fitting = new WarningList();
    fitTexts(file.nodes, fitting);
    return {
      ...file,
      warnings: [...file.warnings, ...fitting.kept],
      warningCount: file.warningCount + fitting.count,
    };
  } catch (error) {
    const isWrongFile = error instanceof UnreadableFile && wrongFile.includes(error.code);
    if (!isWrongFile || error instanceof MisnamedColumn) throw error;
    throw new UnreadableFile(error.code, `${error.message} ${readable}`);
  }
}

async function readByContent(given: Uint8Array, { columns }: ReadBillOptions): Promise<BillFile> {
  const bytes = await withoutSignatures(given);
  const root = rootElement(bytes);
  if (root === "PweDocumento") return readXpwe(bytes);
  if (root !== null && /^(documento|preventivo)$/i.test(root)) return readSixBill(bytes);
  if (root !== null) {
    throw new UnreadableFile("unknown_format", `The file is XML of another kind. ${ifPriceList}`);
  }
  const other = otherFile(bytes);
  if (other !== null) throw new UnreadableFile("binary", other);
  return readBillTable(bytes, columns);
}

/** Offers are signed, often by several people in turn. The packages that read signatures are loaded only for signed files. */
async function withoutSignatures(given: Uint8Array): Promise<Uint8Array> {
  let bytes = Buffer.from(given.buffer, given.byteOffset, given.length);
  for (let wrappings = 0; isCms(bytes) && wrappings < maxWrappings; wrappings++) {
    const { wrappedContent } = await import("../signed/cades.js");
    bytes = wrappedContent(bytes);
  }
  return bytes;
}
