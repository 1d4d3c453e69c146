import { type ImportPriceBookInput, importPriceBook } from "../../contracts/import-price-book.js";
import { byWorkflow } from "../../db/audit.js";
import type { Database } from "../../db/database.js";
import { PriceBook } from "../../db/entities/price-book.js";
import { organizationQuery } from "../../db/organization-query.js";
import { tellOfEnd } from "../../db/tell-of-end.js";
import { transact } from "../../db/transact.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { unlessBlank } from "../../domain/text/blank.js";
import { shortened } from "../../domain/text/shortened.js";
import { BytesMissing } from "../../files/file-store.js";
import type { Files } from "../../files/files.js";
import type { PriceListReading } from "../../formats/price-lists/price-list.js";
import { readPriceList } from "../../formats/price-lists/read-price-list.js";
import { UnreadableFile } from "../../formats/unreadable-file.js";
import {
  endAsFailed,
  type ImportEnd,
  type RunningImport,
  reportProgress,
  runningImport,
  Withdrawn,
} from "./import-row.js";
import { StagedEntries } from "./staged-entries.js";
import { writeEntries } from "./write-entries.js";

/** How often the progress of an import is written. */
const reportedEveryMs = 1_000;
const maxEntries = 500_000;

interface Parts {
  database: Database;
  /** one connection, of the import alone */
  session: Database;
  files: Files;
}

/** Somebody waits for what the import would write, or has changed what it would replace: people go first. */
class GaveWay extends Error {}

/**
 * Reads a price list into its book, in one commit. It may run again after any interruption: until that commit nothing has been written,
 * and after it the import runs no more.
 */
export async function importList(parts: Parts, input: ImportPriceBookInput): Promise<ImportEnd> {
  const { database, files } = parts;
  const row = await runningImport(database, input);
  if (!row) return "withdrawn";
  if (row.fileId === null)
    return endAsFailed(database, input, "The file was deleted before it was read; upload it again.");
  try {
    const bytes = files.open(input.organizationId, row.fileId);
    const reading = await readPriceList(bytes, row.columns ?? undefined);
    const staged = await stage(parts, input, reading);
    if (staged.count === 0) return endAsFailed(database, input, emptyWords(reading));
    await write(parts, input, row, await withSeveralPrices(reading, staged), staged.count);
    await tellOfEnd(database, importPriceBook.workflowId(input));
    return "done";
  } catch (error) {
    if (error instanceof Withdrawn) return "withdrawn";
    if (error instanceof GaveWay) return "later";
    if (error instanceof UnreadableFile) return endAsFailed(database, input, error.message);
    if (error instanceof BytesMissing)
      return endAsFailed(database, input, "The file's content is gone; upload it again.");
    throw error;
  }
}

const emptyWords = ({ rowsRead, warnings }: PriceListReading): string => {
  const [first] = warnings;
  const why = first ? ` The first of its faults: ${first.place}: ${first.detail}` : "";
  return `No entry with a price was found in ${rowsRead} rows; name the columns, or send another file.${why}`;
};

/** Reads all entries into a table that nobody else sees. @throws Withdrawn, UnreadableFile */
async function stage(
  { database, session }: Parts,
  input: ImportPriceBookInput,
  reading: PriceListReading,
): Promise<StagedEntries> {
  const staged = await StagedEntries.begin(session);
  let reportedAt = 0;
  for await (const entries of reading.entries) {
    await staged.add(entries);
    if (staged.count > maxEntries)
      throw new UnreadableFile("too_large", `The list has more than ${maxEntries} entries; import it in parts.`);
    if (performance.now() - reportedAt < reportedEveryMs) continue;
    reportedAt = performance.now();
    await reportProgress(database, input, { format: reading.format, read: reading.rowsRead, written: 0 });
  }
  await staged.send();
  await session.pool.query("analyze incoming_price");
  return staged;
}

/** What an import says of the list that it has read. */
type Read = Pick<PriceListReading, "format" | "title" | "rowsRead" | "warnings" | "warningCount">;

async function withSeveralPrices(
  { format, title, rowsRead, warnings, warningCount }: PriceListReading,
  staged: StagedEntries,
): Promise<Read> {
  const several = await staged.severalPrices();
  return {
    format,
    title,
    rowsRead,
    warnings: [...warnings, ...several.warnings],
    warningCount: warningCount + several.count,
  };
}

/** Writes the staged entries, and ends the import, in one commit. @throws Withdrawn, GaveWay */
async function write(
  { database, session }: Parts,
  input: ImportPriceBookInput,
  row: RunningImport,
  reading: Read,
  count: number,
): Promise<void> {
  const { organizationId, importId } = input;
  await transact(session, byWorkflow(organizationId, "import_price_book"), async (unit) => {
    await unit.begin();
    // An attempt that Temporal gave up may still be at work.
    const [lock] = await unit.query<{ isOurs: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('price list ' || $1::text, 0)) as "isOurs"`,
      [importId],
    );
    if (!lock?.isOurs) throw new GaveWay();
    const { format, rowsRead: read } = reading;
    const stands = await writeEntries(organizationQuery(unit, organizationId), row.bookId, count, async (written) => {
      await reportProgress(database, input, { format, read, written });
      const [waiting] = await unit.query<{ isWaitedFor: boolean }>(isWaitedFor);
      if (waiting?.isWaitedFor) throw new GaveWay();
    });
    if (!stands) throw new GaveWay();
    await endAsDone(unit, input, reading, count);
    await nameBook(unit, input, row, reading);
    unit.note({ record: "price_book", id: row.bookId, op: "update", after: { entriesAdded: count } });
  });
}

// Only what waits for a lock of this transaction: for the book to be deleted, or for an entry to be changed.
const isWaitedFor = `select exists (select from pg_stat_activity a
  where case when a.wait_event_type = 'Lock' and a.datname = current_database()
    then pg_backend_pid() = any(pg_blocking_pids(a.pid)) else false end) as "isWaitedFor"`;

async function endAsDone(
  unit: UnitOfWork,
  { organizationId, importId }: ImportPriceBookInput,
  { format, rowsRead, warnings, warningCount }: Read,
  written: number,
): Promise<void> {
  const ended = await unit.execute(
    `update price_book_import set status = 'done', format = $3, read_count = $4, written_count = $5, warnings = $6, warning_count = $7,
       ended_at = clock_timestamp() where organization_id = $1 and id = $2 and status = 'running' returning id`,
    [organizationId, importId, format, rowsRead, written, JSON.stringify(warnings), warningCount],
  );
  if (ended.length === 0) throw new Withdrawn();
}

/** The book says what the list says of itself, where nobody has said it. */
async function nameBook(
  unit: UnitOfWork,
  { organizationId }: ImportPriceBookInput,
  { bookId, provisionalName }: RunningImport,
  { title }: Read,
): Promise<void> {
  const book = await unit.lock(PriceBook, organizationId, bookId);
  if (!book) throw new Withdrawn();
  const name = unlessBlank(title.name);
  const source = [title.source, title.province].filter(Boolean).join(", ");
  unit.update(book, {
    ...(book.name === provisionalName && name !== null ? { name: shortened(name.trim(), 300) } : {}),
    source: book.source ?? (source || null),
    year: book.year ?? title.year,
  });
}
