import { withoutApostrophes } from "../csv-cell.js";
import { CsvParser } from "./csv-records.js";
import { type OnFault, type TableRow, trimRow } from "./table-row.js";
import { textChunks } from "./text-chunks.js";

const delimiters = [";", "\t", "|", ","];
const sampleChars = 64 * 1024;

/** How well a delimiter fits: many columns, and as many of them in each row. */
function suits(sample: string, delimiter: string): number {
  const parser = new CsvParser(delimiter);
  const lengths = parser.write(sample).map(({ cells }) => cells.length);
  if (lengths.length < 2) lengths.push(...parser.end().map(({ cells }) => cells.length));
  const counts = new Map<number, number>();
  for (const length of lengths) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [columns = 1, rows = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  // Beyond eight columns more of them tell no more: a text of many commas in each row isn't a better table.
  return columns < 2 ? 0 : (rows / lengths.length) * Math.min(columns, 8);
}

function delimiterOf(sample: string): string {
  let best = ";";
  let bestFit = 0;
  for (const delimiter of delimiters) {
    const found = suits(sample, delimiter);
    if (found > bestFit) {
      best = delimiter;
      bestFit = found;
    }
  }
  return best;
}

/** The rows of separated values: by semicolon, tab, bar or comma, whichever parts the first of them best. */
export async function* csvRows(bytes: AsyncIterable<Uint8Array>, onFault: OnFault): AsyncGenerator<TableRow> {
  let parser: CsvParser | undefined;
  let sample = "";
  const rowsOf = function* (records: ReturnType<CsvParser["write"]>): Generator<TableRow> {
    for (const { number, cells, faults } of records) {
      const place = `row ${number}`;
      for (const fault of faults) onFault(fault, place);
      const trimmed = trimRow(cells.map((cell) => (typeof cell === "string" ? withoutApostrophes(cell) : cell)));
      if (trimmed) yield { place, sheet: null, cells: trimmed };
    }
  };
  const begin = (): CsvParser => {
    // Excel writes which delimiter a file has into its first line, where it was told to.
    const declared = /^sep=(.)\r?\n/.exec(sample)?.[1];
    return new CsvParser(declared ?? delimiterOf(sample.slice(0, sampleChars)));
  };
  for await (const text of textChunks(bytes)) {
    if (parser) {
      yield* rowsOf(parser.write(text));
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
