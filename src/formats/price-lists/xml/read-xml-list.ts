import { UnreadableFile } from "../../unreadable-file.js";
import { smallParts } from "../../xml/read-xml.js";
import { type XmlReader, XmlStream } from "../../xml/xml-stream.js";
import type { PriceListEntry, PriceListReading } from "../price-list.js";
import { PriceListBuilder } from "../price-list-builder.js";

/** Reads one layout into the builder. @param line tells which line is being read, from 1 */
export type XmlLayout = (list: PriceListBuilder, line: () => number) => XmlReader;

const batchSize = 500;

/** Reads a list of a known layout. What is damaged loses only itself; a list without one entry is an `UnreadableFile`. */
export function readXmlList(bytes: AsyncIterable<Uint8Array>, format: string, layout: XmlLayout): PriceListReading {
  const list = new PriceListBuilder(format);
  return {
    format,
    title: list.title,
    entries: entriesOf(bytes, list, layout),
    warnings: list.warnings.kept,
    get warningCount() {
      return list.warnings.count;
    },
    get rowsRead() {
      return list.rowsRead;
    },
  };
}

async function* entriesOf(
  bytes: AsyncIterable<Uint8Array>,
  list: PriceListBuilder,
  layout: XmlLayout,
): AsyncGenerator<PriceListEntry[]> {
  const reader = layout(list, () => stream.line);
  reader.fault = ({ code, line, detail }) => list.warn(code, `line ${line}`, detail);
  const stream: XmlStream = new XmlStream(reader);
  try {
    for await (const part of smallParts(bytes)) {
      stream.write(part);
      if (list.waiting >= batchSize) yield list.take();
    }
    stream.end();
  } catch (error) {
    // What came before stands, but for files that no program of the trade writes.
    if (!(error instanceof UnreadableFile) || error.code === "doctype" || list.entryCount === 0) throw error;
    list.warn("unreadable_rest", `line ${stream.line}`, error.message);
  }
  if (list.waiting > 0) yield list.take();
  if (list.entryCount === 0) throw new UnreadableFile("empty", "There is no entry with a price in the list.");
}
