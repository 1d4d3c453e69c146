import { z } from "zod";
import { PriceBook } from "../../db/entities/price-book.js";
import { invalidInput } from "../../domain/errors.js";
import { defineAction } from "../action.js";
import { decodeCursor, toPage } from "../cursor.js";
import { id, paging } from "../schemas.js";
import { bookId } from "./fields.js";

const pageSize = 200;

const text = z.string().nullable();
const entry = z.object({ code: text, description: z.string(), unit: z.string(), price: z.number().describe("euro") });
const change = z.object({
  code: text,
  description: z.string(),
  unit: z.string().describe("in the second book"),
  from: z.number().describe("euro, in the first book"),
  to: z.number().describe("euro, in the second book"),
  pct: z.number().nullable().describe("of the first price, to two decimals; null where that is 0"),
});
const count = z.number();

interface Difference {
  kind: "gone" | "new" | "changed";
  /** of the second book's entry, or of the first's where there is none */
  id: string;
  code: string | null;
  description: string;
  unit: string;
  from: number;
  to: number;
  pct: number | null;
}

/**
 * The entries of a book, each with what tells it in two editions: its code, else its text, and its place among several of the same. Without
 * their texts, which would be sorted along.
 */
const entriesOf = (book: string): string => `
  select id, price, key, row_number() over (partition by key order by id) as nth
  from (select id, price, coalesce(code, left(description, 500)) as key from price_book_entry
    where organization_id = $1 and book_id = ${book}) e`;

const compared = `
  with pair as (
    select a.id as a_id, b.id as b_id, coalesce(b.id, a.id) as id, coalesce(a.key, b.key) collate "C" as key, coalesce(a.nth, b.nth) as nth,
      a.price as "from", b.price as "to",
      case when b.id is null then 'gone' when a.id is null then 'new' when a.price <> b.price then 'changed' else 'same' end as kind
    from (${entriesOf("$2")}) a full join (${entriesOf("$3")}) b using (key, nth)
  )`;

export const comparePriceBooks = defineAction({
  name: "compare_price_books",
  title: { en: "Compare price books", it: "Confronta due prezzari" },
  description:
    "Compares two price books by code, such as two editions: which entries are gone, which are new, and which have another price; in pages of 200.",
  area: "price_books",
  permissions: ["price_books:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    bookId,
    otherBookId: id("the price book to compare it with, such as the newer edition"),
    cursor: paging.cursor,
  }),
  result: z.object({
    counts: z.object({ gone: count, new: count, changed: count, same: count }),
    gone: z.array(entry).describe("in the first book and not in the second"),
    new: z.array(entry).describe("in the second book and not in the first"),
    changed: z.array(change),
    nextCursor: z.string().nullable(),
  }),

  async run({ bookId, otherBookId, cursor }, ctx) {
    const book = await ctx.load(PriceBook, { bookId });
    const other = await ctx.load(PriceBook, { otherBookId });
    const after = decodeCursor(cursor);
    const counted = await ctx.query<{ kind: Difference["kind"] | "same"; count: number }>(
      `${compared} select kind, count(*)::int as count from pair group by kind`,
      book.id,
      other.id,
    );
    const counts = { gone: 0, new: 0, changed: 0, same: 0 };
    for (const { kind, count } of counted) counts[kind] = count;
    const found = await ctx.query<Difference>(
      `${compared}, place as (select key, nth from pair where $4::uuid in (a_id, b_id)),
       page as (select * from pair
         where kind <> 'same' and ($4::uuid is null or (key, nth) > (select key, nth from place)) order by key, nth limit $5)
       select kind, id, e.code, e.description, e.unit, coalesce("from", 0) as "from", coalesce("to", 0) as "to",
         case when kind = 'changed' and "from" <> 0 then round(("to" - "from") / "from" * 100, 2) end as pct
       from page join price_book_entry e using (id) where e.organization_id = $1 order by key, nth`,
      book.id,
      other.id,
      after,
      pageSize + 1,
    );
    if (after !== null && found.length === 0)
      throw invalidInput([{ pointer: "/cursor", detail: "the books have changed since; begin without a cursor" }]);
    const { items, nextCursor } = toPage(found, pageSize, ({ id }) => id);
    const of = (kind: Difference["kind"]) => items.filter((item) => item.kind === kind);
    return {
      counts,
      gone: of("gone").map((item) => ({ ...item, price: item.from })),
      new: of("new").map((item) => ({ ...item, price: item.to })),
      changed: of("changed"),
      nextCursor,
    };
  },
});
