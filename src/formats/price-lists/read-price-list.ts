import { peek } from "../peek.js";
import type { NamedColumns } from "../tables/headings.js";
import { UnreadableFile } from "../unreadable-file.js";
import type { PriceListReading } from "./price-list.js";
import { readPriceTable } from "./read-price-table.js";
import { readable, sniffPriceList } from "./sniff-price-list.js";
import { chooseLayout } from "./xml/choose-layout.js";
import { readXmlList } from "./xml/read-xml-list.js";

/** Enough for the header of a list and its first entry. */
const headBytes = 256 * 1024;

/**
 * Reads a price list of any known layout, told by its content and never by its name: XML of the regions, SIX and XPWE,
 * CSV, XLSX and JSON. It holds a part of the list at a time; reading goes on as `entries` is taken.
 * @param columns of a table whose headings say too little
 * @throws UnreadableFile, also while `entries` is taken, for what can't be read at all; the message says what can be
 */
export async function readPriceList(
  bytes: AsyncIterable<Uint8Array>,
  columns?: NamedColumns,
): Promise<PriceListReading> {
  const { head, all, close } = await peek(bytes, headBytes);
  try {
    if (sniffPriceList(head) !== "xml") return await readPriceTable(all, columns);
    const found = chooseLayout(head);
    if (found) return readXmlList(all, found.format, found.layout);
    throw new UnreadableFile("unknown_format", `The layout of this list isn't known. ${readable}.`);
  } catch (error) {
    await close();
    throw error;
  }
}
