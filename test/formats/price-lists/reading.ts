import type { PriceListEntry, PriceListReading } from "../../../src/formats/price-lists/price-list.js";

/** Bytes as they come from a disk or a network, in parts that break anywhere. */
export async function* inParts(bytes: Uint8Array, size = 1_000): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

export interface Read {
  reading: PriceListReading;
  entries: PriceListEntry[];
}

export async function readAll(reading: PriceListReading): Promise<Read> {
  const entries: PriceListEntry[] = [];
  for await (const some of reading.entries) entries.push(...some);
  return { reading, entries };
}
