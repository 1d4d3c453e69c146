import { smallParts } from "../../small-parts.js";
import { UnreadableFile } from "../../unreadable-file.js";
import { type XmlReader, XmlStream } from "../../xml/xml-stream.js";
import type { PriceListEntry, PriceListReading } from "../price-list.js";
import { PriceListBuilder } from "../price-list-builder.js";

/** Takes a list's bytes as they arrive; throws `UnreadableFile` as `XmlStream` does. */
export interface ListParser {
  write(bytes: Uint8Array): void;
  end(): void;
  /** that is being read, from 1 */
  readonly line: number;
}

/** Reads one layout into the builder. */
export type ListLayout = (list: PriceListBuilder) => ListParser;

const batchSize = 500;

/** A layout that is read by elements. @param readerOf its `line` tells which line is being read, from 1 */
export const elements =
  (readerOf: (list: PriceListBuilder, line: () => number) => XmlReader): ListLayout =>
  (list) => {
    const reader = readerOf(list, () => stream.line);
    const stream: XmlStream = new XmlStream({
      open: (name, attribute) => reader.open?.(name, attribute),
      text: (part) => reader.text?.(part),
      close: (name) => reader.close?.(name),
      fault: ({ code, line, detail }) => list.warn(code, `line ${line}`, detail),
    });
    return stream;
  };

/** Reads a list of a known layout. What is damaged loses only itself; a list without one entry is an `UnreadableFile`. */
export function readXmlList(bytes: AsyncIterable<Uint8Array>, format: string, layout: ListLayout): PriceListReading {
  const list = new PriceListBuilder(format);
  return {
    format,
    title: list.title,
    entries: entriesOf(bytes, list, layout(list)),
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
  parser: ListParser,
): AsyncGenerator<PriceListEntry[]> {
  try {
    for await (const part of smallParts(bytes)) {
      parser.write(part);
      if (list.waiting >= batchSize) yield list.take();
    }
    parser.end();
  } catch (error) {
    // What came before stands, but for files that no program of the trade writes.
    if (!(error instanceof UnreadableFile) || error.code === "doctype" || list.entryCount === 0) throw error;
    list.warn("unreadable_rest", `line ${parser.line}`, error.message);
  }
  if (list.waiting > 0) yield list.take();
  if (list.entryCount === 0) throw withoutEntries(list);
}

function withoutEntries({ warnings }: PriceListBuilder): UnreadableFile {
  const fault = warnings.kept.find(({ code }) => code === "truncated" || code === "damaged_xml");
  if (!fault) return new UnreadableFile("empty", "There is no entry with a price in the list.");
  return new UnreadableFile(
    "damaged",
    `The file is damaged before its first entry: ${fault.detail}. Download it again.`,
  );
}
