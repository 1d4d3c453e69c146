import type { TableRow } from "./table-row.js";

/** Enough to find the headings, and to learn how each column writes its numbers. */
const sampleRows = 1_000;
const batchRows = 500;
const maxBatchChars = 4_000_000;

export interface Batch {
  sheet: string | null;
  /** whether the sheet begins with it */
  isFirst: boolean;
  rows: TableRow[];
}

const charsOf = ({ cells }: TableRow): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === "string" ? cell.length : 8), 0);

/** The rows of each sheet, some at a time, the first of them enough to tell what the sheet holds. */
export async function* batches(rows: AsyncIterable<TableRow>): AsyncGenerator<Batch> {
  let batch: Batch | undefined;
  let chars = 0;
  for await (const row of rows) {
    const isFirst = !batch || batch.sheet !== row.sheet;
    if (isFirst && batch && batch.rows.length > 0) yield batch;
    if (!batch || isFirst) {
      batch = { sheet: row.sheet, isFirst: true, rows: [] };
      chars = 0;
    }
    batch.rows.push(row);
    chars += charsOf(row);
    if (batch.rows.length < (batch.isFirst ? sampleRows : batchRows) && chars < maxBatchChars) continue;
    yield batch;
    batch = { sheet: row.sheet, isFirst: false, rows: [] };
    chars = 0;
  }
  if (batch && batch.rows.length > 0) yield batch;
}
