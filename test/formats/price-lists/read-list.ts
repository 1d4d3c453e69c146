import type { PriceListEntry, PriceListReading } from "../../../src/formats/price-lists/price-list.js";
import { readPriceList } from "../../../src/formats/price-lists/read-price-list.js";
import type { NamedColumns } from "../../../src/formats/tables/headings.js";

export async function* inParts(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

export interface ReadList {
  reading: PriceListReading;
  entries: PriceListEntry[];
  /** of the warnings, in order */
  codes: string[];
}

/** Reads a whole list, its bytes arriving in parts of `size`. */
export async function readList(content: Uint8Array | string, size?: number, columns?: NamedColumns): Promise<ReadList> {
  const reading = await readPriceList(inParts(Buffer.from(content as string), size), columns);
  const entries: PriceListEntry[] = [];
  for await (const some of reading.entries) entries.push(...some);
  return { reading, entries, codes: reading.warnings.map(({ code }) => code) };
}
