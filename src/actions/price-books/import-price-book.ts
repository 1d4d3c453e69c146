import { z } from "zod";
import { importPriceBook } from "../../contracts/import-price-book.js";
import { PriceBook } from "../../db/entities/price-book.js";
import type { StoredFile } from "../../db/entities/stored-file.js";
import { newId } from "../../db/new-id.js";
import { ActionError, conflict, rateLimited, unprocessable } from "../../domain/errors.js";
import { megabyte } from "../../domain/sizes.js";
import { beginningOf } from "../../domain/text/shortened.js";
import type { Warning } from "../../domain/warning.js";
import { priceListColumns } from "../../formats/price-lists/price-list.js";
import { sniffPriceList } from "../../formats/price-lists/sniff-price-list.js";
import { UnreadableFile } from "../../formats/unreadable-file.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { fileId } from "../files/fields.js";
import { loadFile } from "../files/load-file.js";
import { emptyToNull, id, name, words } from "../schemas.js";
import { ifAny } from "../warning-results.js";
import { bookFields, year } from "./fields.js";
import { endedImport, importedResult } from "./imports.js";

const maxRunning = 10;

export const importPriceBookAction = defineAction({
  name: "import_price_book",
  title: { en: "Import a price list", it: "Importa un prezzario" },
  description:
    "Reads a price list (regional XML, SIX, XPWE, CSV, XLSX, JSON) from a stored file (list_files, create_upload_link) into a new price book, or into an existing one (bookId), where an entry replaces the one with the same code. All entries appear at once when it is done.",
  area: "price_books",
  permissions: ["price_books:edit"],
  effect: "create",
  addition: true,

  input: z.strictObject({
    fileId,
    name: name("name of the book; by default the list's own title, else the file's name").optional(),
    source: bookFields.source,
    year: year.min(1900).max(2200).optional(),
    bookId: id("the price book to import into; by default a new one").optional(),
    columns: z
      .partialRecord(z.enum(priceListColumns), words("its letter or heading"))
      .describe('for a table with unknown headings: {"code": "A"}')
      .optional(),
  }),
  result: importedResult,

  async run({ fileId, name, source, year, bookId, columns }, ctx) {
    const file = await loadFile(ctx, fileId);
    const into = await ctx.loadOptional(PriceBook, { bookId });
    await refuseOthers(ctx, into?.id ?? null);
    await refuseUnreadable(ctx, file);
    const provisionalName = into || name !== undefined ? null : withoutEnding(file.name);
    const warnings = into ? [] : await importedBefore(ctx, file);
    const book = into
      ? ctx.update(into, { name, source: emptyToNull(source), year })
      : ctx.insert(PriceBook, {
          name: name ?? (provisionalName as string),
          description: null,
          source: source || null,
          year: year ?? null,
          projectId: null,
        });
    const importId = newId();
    ctx.append(
      `insert into price_book_import (organization_id, id, book_id, file_id, given_columns, provisional_name, status, created_at)
       values ($1, $2, $3, $4, $5, $6, 'running', $7)`,
      ...[importId, book.id, file.id, columns === undefined ? null : JSON.stringify(columns), provisionalName, ctx.now],
    );
    const workflowId = ctx.start(importPriceBook, { importId, projectId: book.projectId });
    return { book, workflowId, report: null, ...ifAny(warnings) };
  },

  finish: {
    awaits: ({ workflowId, report }) => (report === null ? workflowId : null),
    read: async ({ workflowId, warnings = [] }, ctx) => ({
      ...(await endedImport(ctx, workflowId)),
      ...ifAny(warnings),
    }),
  },
});

/** For who imports a list twice into books of their own, as an assistant does that has missed the answer: each search finds all of it twice. */
async function importedBefore(ctx: ActionContext, { sha256 }: StoredFile): Promise<Warning[]> {
  if (!ctx.mayView(PriceBook)) return [];
  const [book] = await ctx.query<{ id: string; name: string }>(
    `select b.id, b.name
     from price_book_import i
     join stored_file f on f.organization_id = i.organization_id and f.id = i.file_id
     join price_book b on b.organization_id = i.organization_id and b.id = i.book_id
     where i.organization_id = $1 and i.status <> 'failed' and f.sha256 = $2 order by i.id desc limit 1`,
    sha256,
  );
  if (!book) return [];
  return [
    {
      code: "duplicate",
      pointer: "/fileId",
      detail: `The same list was imported into the price book "${book.name}" (${book.id}).`,
      suggestion: "Unless both are wanted, use that one, and delete the new one with delete_price_book.",
    },
  ];
}

const withoutEnding = (fileName: string): string => beginningOf(fileName.replace(/(?<=.)\.\w{1,5}$/, ""), 300);

/** @throws conflict, rate_limited */
async function refuseOthers(ctx: ActionContext, bookId: string | null): Promise<void> {
  const running = await ctx.query<{ bookId: string }>(
    `select book_id as "bookId" from price_book_import where organization_id = $1 and status = 'running' limit ${maxRunning + 1}`,
  );
  if (running.some((one) => one.bookId === bookId))
    throw conflict(
      "A price list is being imported into this price book; wait until get_price_book shows that the import has ended.",
    );
  if (running.length >= maxRunning)
    throw rateLimited(`${maxRunning} price lists are being imported; try again when one has ended.`, 30);
}

/** @throws too_large; unprocessable where the first bytes tell that it is no price list */
async function refuseUnreadable(ctx: ActionContext, file: StoredFile): Promise<void> {
  const { MAX_PRICE_LIST_MB } = ctx.config;
  if (file.sizeBytes > MAX_PRICE_LIST_MB * megabyte)
    throw new ActionError("too_large", `A price list may have at most ${MAX_PRICE_LIST_MB} MB; import it in parts.`);
  try {
    sniffPriceList(await ctx.readHead(file));
  } catch (error) {
    if (error instanceof UnreadableFile) throw unprocessable(error.message);
    throw error;
  }
}
