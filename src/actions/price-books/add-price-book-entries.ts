import { z } from "zod";
import { PriceBook } from "../../db/entities/price-book.js";
import { newId } from "../../db/new-id.js";
import { countWordsLater, countWrittenWords } from "../../db/prices/count-words.js";
import { idAt } from "../../domain/ids.js";
import type { Warning } from "../../domain/warning.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { repeatsSince } from "../repeats.js";
import { warningsIfAny, withWarnings } from "../warning-results.js";
import { bookId, entryFields } from "./fields.js";

/** Of 600 bytes each they take Postgres some 3 s; no statement may take longer than 45. */
const rowsPerStatement = 12_500;

export const addPriceBookEntries = defineAction({
  name: "add_price_book_entries",
  title: { en: "Add entries to a price book", it: "Aggiunge voci al prezzario" },
  description: "Adds any number of entries to a price book, all or none.",
  area: "price_books",
  permissions: ["price_books:edit"],
  effect: "create",
  body: "large",

  input: z.strictObject({
    bookId,
    entries: z.array(entryFields).describe("the entries to add"),
  }),
  result: z.object({ bookId: z.string(), added: z.number(), warnings: warningsIfAny }),

  async run({ bookId, entries }, ctx) {
    const book = await ctx.load(PriceBook, { bookId });
    const ids = entries.map(() => newId());
    const isLong = entries.length > rowsPerStatement;
    if (isLong) await countWordsLater(ctx.execute);
    for (let start = 0; start < entries.length; start += rowsPerStatement) {
      const rows = entries.slice(start, start + rowsPerStatement);
      await ctx.execute(
        `insert into price_book_entry (organization_id, id, book_id, code, category, description, unit, price, notes, chapter, labour_pct,
           safety_pct, created_at)
         select $1, id, $2, nullif(code, ''), nullif(category, ''), description, unit, price, nullif(notes, ''), nullif(chapter, ''), labour_pct,
           safety_pct, $3
         from unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::numeric[], $10::text[], $11::text[], $12::numeric[], $13::numeric[])
           as entry (id, code, category, description, unit, price, notes, chapter, labour_pct, safety_pct)`,
        book.id,
        ctx.now,
        ids.slice(start, start + rowsPerStatement),
        rows.map(({ code }) => code),
        rows.map(({ category }) => category),
        rows.map(({ description }) => description),
        rows.map(({ unit }) => unit),
        rows.map(({ price }) => price),
        rows.map(({ notes }) => notes),
        rows.map(({ chapter }) => chapter),
        rows.map(({ labourPct }) => labourPct),
        rows.map(({ safetyPct }) => safetyPct),
      );
    }
    if (isLong) await countWrittenWords(ctx.execute, book.id, ids[0] as string);
    if (entries.length > 0) {
      ctx.note({ record: "price_book", id: book.id, op: "update", after: { entriesAdded: entries.length } });
    }
    const repeats = findRepeatedEntries(ctx, book, ids, entries);
    return withWarnings({ bookId: book.id, added: entries.length }, repeats);
  },
});

/**
 * Looks whether the entries that the book was given last, within the last hour, were as many and began with the same one: a call is often
 * repeated whose answer was missed. @returns what gives the warning of it, after the commit
 */
function findRepeatedEntries(
  ctx: ActionContext,
  book: PriceBook,
  ids: readonly string[],
  entries: readonly z.infer<typeof entryFields>[],
): () => Warning[] {
  const [first] = entries;
  if (!first || !ctx.mayView(PriceBook)) return () => [];
  const before = ctx.queryAlongside<{ id: string }>(
    `select entry.id
     from (select id from price_book_entry where organization_id = $1 and book_id = $2 and id < $3 order by id desc offset $4 limit 1) last
     join price_book_entry entry on entry.organization_id = $1 and entry.id = last.id
     where entry.id >= $5 and entry.description = $6 and entry.unit = $7 and entry.price = $8 and entry.code is not distinct from nullif($9, '')`,
    ...[book.id, ids[0], entries.length - 1, idAt(repeatsSince(ctx))],
    ...[first.description, first.unit, first.price, first.code ?? null],
  );
  return () =>
    before.rows.map(({ id }) => ({
      code: "duplicate",
      pointer: "/entries",
      detail:
        entries.length === 1
          ? `The last entry of the book, ${id}, has the same code, description, unit and price.`
          : `The last ${entries.length} entries of the book begin with the same one, ${id}.`,
      suggestion:
        "If only an answer was missed, delete the new ones with delete_price_book_entries; get_price_book shows them.",
    }));
}
