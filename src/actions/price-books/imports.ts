import { z } from "zod";
import { idIn } from "../../contracts/workflow-contract.js";
import { PriceBook } from "../../db/entities/price-book.js";
import { unprocessable } from "../../domain/errors.js";
import type { ActionContext } from "../context.js";
import { instant } from "../results.js";
import { formatWarning, warningsIfAny } from "../warning-results.js";
import { priceBookResult } from "./results.js";

const shownWarnings = 100;

/** How far the import of a price list is, or how it ended. */
export const importResult = z.object({
  status: z.enum(["running", "done", "failed"]),
  format: z.string().nullable().describe("how the file was read"),
  read: z.number().describe("rows of the file read so far"),
  written: z.number().describe("entries added or replaced; they show when it is done"),
  warnings: z.array(formatWarning).describe(`what could not be taken as it stands there; at most ${shownWarnings}`),
  warningCount: z.number().describe("how many there are"),
  error: z.string().nullable().describe("why it failed, and what to do"),
  startedAt: instant,
  endedAt: instant.nullable(),
});
type ImportReport = z.input<typeof importResult>;

const columns = `status, format, read_count as read, written_count as written, warning_count as "warningCount", error,
  created_at as "startedAt", ended_at as "endedAt",
  array_to_json(array(select w from json_array_elements(warnings) w limit ${shownWarnings})) as warnings`;

/** The latest import into a book; null: there was none. */
export async function latestImport({ query }: ActionContext, bookId: string): Promise<ImportReport | null> {
  const [row] = await query<ImportReport>(
    `select ${columns} from price_book_import where organization_id = $1 and book_id = $2 order by id desc limit 1`,
    bookId,
  );
  return row ?? null;
}

export const importedResult = z.object({
  book: priceBookResult,
  workflowId: z.string(),
  report: importResult.nullable().describe("null only while it takes longer than a minute: get_price_book shows it"),
  warnings: warningsIfAny,
});

/** The answer after an import has ended. @throws unprocessable if its book was deleted meanwhile */
export async function endedImport(ctx: ActionContext, workflowId: string): Promise<z.input<typeof importedResult>> {
  const [row] = await ctx.query<ImportReport & { bookId: string }>(
    `select book_id as "bookId", ${columns} from price_book_import where organization_id = $1 and id = $2`,
    idIn(workflowId),
  );
  const book = row && (await ctx.follow(PriceBook, row.bookId));
  if (!book)
    throw unprocessable(
      "The price book was deleted during the import; restore_record brings it back, and the import goes on.",
    );
  const { bookId: _, ...report } = row;
  return { book, workflowId, report };
}
