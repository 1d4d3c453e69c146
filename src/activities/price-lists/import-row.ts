import { type ImportPriceBookInput, importPriceBook } from "../../contracts/import-price-book.js";
import type { Queries } from "../../db/database.js";
import { tellOfEnd } from "../../db/tell-of-end.js";
import type { NamedColumns } from "../../formats/tables/headings.js";

/** An import that runs, as its row says. */
export interface RunningImport {
  bookId: string;
  /** null: deleted since */
  fileId: string | null;
  columns: NamedColumns | null;
  provisionalName: string | null;
}

/** How an import ends: `withdrawn`: its book was deleted meanwhile; `later`: somebody waits for what it would write, or its worker stops. */
export type ImportEnd = "done" | "failed" | "withdrawn" | "later";

/** The import was withdrawn while it ran. */
export class Withdrawn extends Error {}

/** @returns null for an import that has ended, or whose book was deleted */
export async function runningImport(
  queries: Queries,
  { organizationId, importId }: ImportPriceBookInput,
): Promise<RunningImport | null> {
  const [row] = await queries.query<RunningImport>(
    `select book_id as "bookId", file_id as "fileId", given_columns as columns, provisional_name as "provisionalName"
     from price_book_import where organization_id = $1 and id = $2 and status = 'running'`,
    [organizationId, importId],
  );
  return row ?? null;
}

/** The progress so far, for people who look. */
export interface Progress {
  format: string;
  read: number;
  written: number;
}

/** @throws Withdrawn */
export async function reportProgress(
  queries: Queries,
  { organizationId, importId }: ImportPriceBookInput,
  { format, read, written }: Progress,
): Promise<void> {
  const running = await queries.query(
    `update price_book_import set format = $3, read_count = $4, written_count = $5
     where organization_id = $1 and id = $2 and status = 'running' returning id`,
    [organizationId, importId, format, read, written],
  );
  if (running.length === 0) throw new Withdrawn();
}

/** Ends an import with words on what to do instead; one that has ended already stays as it is. */
export async function endAsFailed(
  queries: Queries,
  { organizationId, importId }: ImportPriceBookInput,
  words: string,
): Promise<"failed"> {
  await queries.query(
    `update price_book_import set status = 'failed', written_count = 0, error = $3, ended_at = now()
     where organization_id = $1 and id = $2 and status = 'running'`,
    [organizationId, importId, words],
  );
  await tellOfEnd(queries, importPriceBook.workflowId({ importId }));
  return "failed";
}
