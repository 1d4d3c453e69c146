import { z } from "zod";
import { notFound } from "../../domain/errors.js";
import { isId } from "../../domain/ids.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { recordOf } from "../record-areas.js";
import { emptyToNull, id, percent } from "../schemas.js";
import { entryColumns, entryFields } from "./fields.js";
import { priceBookEntryResult } from "./results.js";

const updated = recordOf(priceBookEntryResult.extend({ bookId: z.string() }), "price_books");
type Entry = z.input<typeof updated>;

export const updatePriceBookEntry = defineAction({
  name: "update_price_book_entry",
  title: { en: "Update a price book entry", it: "Modifica una voce di prezzario" },
  description:
    'Changes the given fields of an entry of a price book; absent ones stay as they are, "" clears an optional text, null a share. Lines that were priced with it stay as they are.',
  area: "price_books",
  permissions: ["price_books:edit"],
  effect: "update",
  idempotent: true,
  addition: true,

  input: z.strictObject({
    entryId: id("the entry to change"),
    ...entryFields.partial().shape,
    labourPct: percent("share of labour in the price, percent; null removes it").nullable().optional(),
    safetyPct: percent("share of safety in the price, percent; null removes it").nullable().optional(),
  }),
  result: updated,

  async run({ entryId, code, category, notes, chapter, ...input }, ctx) {
    const entry = await lockEntry(ctx, entryId);
    const optional = { code, category, notes, chapter };
    const texts = Object.entries(optional).map(([field, text]) => [field, emptyToNull(text)] as const);
    const given = [...Object.entries(input), ...texts].filter(([, value]) => value !== undefined);
    const after = Object.fromEntries(given.filter(([field, value]) => entry[field as keyof Entry] !== value));
    const before = Object.fromEntries(Object.keys(after).map((field) => [field, entry[field as keyof Entry]]));
    if (Object.keys(after).length === 0) return entry;
    const changed: Entry = { ...entry, ...after };
    await ctx.execute(
      `update price_book_entry set code = $3, category = $4, description = $5, unit = $6, price = $7, notes = $8, chapter = $9,
         labour_pct = $10, safety_pct = $11 where organization_id = $1 and id = $2`,
      ...[changed.id, changed.code, changed.category, changed.description, changed.unit, changed.price, changed.notes],
      ...[changed.chapter, changed.labourPct, changed.safetyPct],
    );
    ctx.note({ record: "price_book_entry", id: entry.id, op: "update", before, after });
    return changed;
  },
});

/** The entry with this id, locked until the action ends. No share reaches price books, so the organization is all there is to check. @throws not_found */
async function lockEntry(ctx: ActionContext, entryId: string): Promise<Entry> {
  const [entry] = isId(entryId)
    ? await ctx.execute<Entry>(
        `select ${entryColumns}, e.book_id as "bookId" from price_book_entry e
         where e.organization_id = $1 and e.id = $2 for no key update`,
        entryId,
      )
    : [];
  if (!entry) throw notFound("entryId", entryId);
  return entry;
}
