import { withoutApostrophes } from "../csv-cell.js";
import { columnsOf, knownColumns } from "./columns-of.js";
import { CsvParser } from "./csv-records.js";
import { normalizedHeading } from "./headings.js";
import { type OnFault, type TableRow, trimRow } from "./table-row.js";
import { textChunks } from "./text-chunks.js";

const delimiters = [";", "\t", "|", ","];
const sampleChars = 64 * 1024;

/** How a delimiter parts the first rows. */
function parted(sample: string, delimiter: string): { known: number; columns: number; share: number } {
  const parser = new CsvParser(delimiter);
  const records = parser.write(sample);
  if (records.length < 2) records.push(...parser.end());
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [columns = 1, rows = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  const known = records.slice(0, 50).map(({ cells }) => knownColumns(columnsOf(cells.map(normalizedHeading))));
  return { known: Math.max(0, ...known), columns, share: rows / Math.max(1, records.length) };
}

/**
 * The delimiter by which the most headings are known; without headings, the one that parts nearly all rows alike. The comma comes last:
 * it stands in every text and between decimals.
 */
function delimiterOf(sample: string): string {
  const found = delimiters.map((delimiter) => ({ delimiter, ...parted(sample, delimiter) }));
  const most = Math.max(...found.map(({ known }) => known));
  if (most >= 3) return found.find(({ known }) => known === most)?.delimiter ?? ";";
  const even = found.find(({ columns, share }) => columns >= 3 && share >= 0.8);
  return (even ?? found.toSorted((a, b) => b.columns * b.share - a.columns * a.share)[0])?.delimiter ?? ";";
}

/** The rows of separated values: by semicolon, tab, bar or comma, whichever parts the first of them best. */
export async function* csvRows(bytes: AsyncIterable<Uint8Array>, onFault: OnFault): AsyncGenerator<TableRow> {
  let parser: CsvParser | undefined;
  let sample = "";
  let isOfOldMac = false;
  /** Excel still writes `CSV (Macintosh)`, whose lines end in CR alone. */
  const lines = (text: string): string => (isOfOldMac ? text.replaceAll("\r", "\n") : text);
  const rowsOf = function* (records: ReturnType<CsvParser["write"]>): Generator<TableRow> {
    for (const { number, cells, faults } of records) {
      const place = `row ${number}`;
      for (const fault of faults) onFault(fault, place);
      const trimmed = trimRow(cells.map((cell) => (typeof cell === "string" ? withoutApostrophes(cell) : cell)));
      if (trimmed) yield { place, sheet: null, cells: trimmed };
    }
  };
  const begin = (): CsvParser => {
    isOfOldMac = sample.includes("\r") && !sample.includes("\n");
    sample = lines(sample);
    // Excel writes which delimiter a file has into its first line, where it was told to.
    const declared = /^sep=(.)\r?\n/.exec(sample)?.[1];
    return new CsvParser(declared ?? delimiterOf(sample.slice(0, sampleChars)));
  };
  for await (const text of textChunks(bytes, () => onFault("old_encoding", "file"))) {
    if (parser) {
      yield* rowsOf(parser.write(lines(text)));
      continue;
    }
    sample += text;
    if (sample.length < sampleChars) continue;
    parser = begin();
    yield* rowsOf(parser.write(sample));
  }
  if (!parser) {
    parser = begin();
    yield* rowsOf(parser.write(sample));
  }
  yield* rowsOf(parser.end());
}
