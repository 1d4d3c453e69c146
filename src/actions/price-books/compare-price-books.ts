import { z } from "zod";
import { PriceBook } from "../../db/entities/price-book.js";
import { bookEdition } from "../../db/prices/book-edition.js";
import type { CodeEdition } from "../../domain/code-edition.js";
import { invalidAt } from "../../domain/errors.js";
import { isSameUnit } from "../../domain/units.js";
import { defineAction } from "../action.js";
import { idOfPlace, toPage } from "../lists/cursor.js";
import { clampLimit, id, paging } from "../schemas.js";
import { bookId } from "./fields.js";

const mostInPage = 200;

const text = z.string().nullable();
const entry = z.object({ code: text, description: z.string(), unit: z.string(), price: z.number().describe("euro") });
const change = z.object({
  code: text,
  description: z.string(),
  unit: z.string().describe("in the second book"),
  from: z.number().describe("euro, in the first book"),
  to: z.number().describe("euro, in the second book"),
  pct: z
    .number()
    .nullable()
    .describe("of the first price, to two decimals; null where that is 0, or where the prices are for different units"),
  fromUnit: z.string().optional().describe("in the first book, where the unit is another than in the second"),
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
  /** null: no other than the second book's */
  fromUnit: string | null;
}

/** How many pairs of entries there are of a kind, by their units where these are written differently. */
interface Count {
  kind: Difference["kind"] | "same";
  fromUnit: string | null;
  toUnit: string | null;
  count: number;
}

/**
 * The entries of a book, each with what tells it in two editions: its code, else its text, and its place among several of the same. Without
 * their texts, which would be sorted along.
 */
const entriesOf = (book: string, code: string): string => `
  select id, price, unit, key, row_number() over (partition by key order by id) as nth
  from (select id, price, unit, coalesce(${code}, left(description, 500)) as key
    from price_book_entry where organization_id = $1 and book_id = ${book}) e`;

/** A code of the first book as the second's edition has it; the organization's own, beside those of an edition, stay as they are. */
const codeInOther = "case when starts_with(code, $4) then $5 || substr(code, length($4::text) + 1) else code end";

const compared = `
  with pair as (
    select a.id as a_id, b.id as b_id, coalesce(b.id, a.id) as id, coalesce(a.key, b.key) collate "C" as key, coalesce(a.nth, b.nth) as nth,
      a.price as "from", b.price as "to",
      case when a.unit <> b.unit then a.unit end as "fromUnit", case when a.unit <> b.unit then b.unit end as "toUnit",
      case when b.id is null then 'gone' when a.id is null then 'new' when a.price <> b.price then 'changed' else 'same' end as kind
    from (${entriesOf("$2", codeInOther)}) a full join (${entriesOf("$3", "code")}) b using (key, nth)
  )`;

/** What the codes of two editions of one region's list begin with; of other books nothing, which is replaced by nothing. */
const prefixesOf = (book: CodeEdition | null, other: CodeEdition | null): [string, string] =>
  book && other && book.region === other.region ? [book.prefix, other.prefix] : ["", ""];

/** Whether prices are for units that aren't one in two notations, as `mq` and `m²` are. Where a book has no unit, it isn't known. */
const isForOtherUnit = ({ fromUnit, toUnit }: Count): boolean =>
  fromUnit !== null &&
  toUnit !== null &&
  fromUnit.trim() !== "" &&
  toUnit.trim() !== "" &&
  !isSameUnit(fromUnit, toUnit);

export const comparePriceBooks = defineAction({
  name: "compare_price_books",
  title: { en: "Compare price books", it: "Confronta due prezzari" },
  description:
    "Compares two price books, such as two editions, by code, without the edition that codes of some regions begin with (TOS25_…): which entries are gone, new, or have another price or unit; in pages.",
  area: "price_books",
  permissions: ["price_books:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    bookId,
    otherBookId: id("the price book to compare it with, such as the newer edition"),
    ...paging,
    limit: paging.limit.default(mostInPage),
  }),
  result: z.object({
    counts: z.object({ gone: count, new: count, changed: count, same: count }),
    gone: z.array(entry).describe("in the first book and not in the second"),
    new: z.array(entry).describe("in the second book and not in the first"),
    changed: z.array(change),
    nextCursor: z.string().nullable(),
  }),

  async run({ bookId, otherBookId, limit, cursor }, ctx) {
    const pageSize = clampLimit(limit);
    const book = await ctx.load(PriceBook, { bookId });
    const other = await ctx.load(PriceBook, { otherBookId });
    const after = idOfPlace(cursor);
    const prefixes = prefixesOf(await bookEdition(ctx.query, book), await bookEdition(ctx.query, other));
    const counted = await ctx.query<Count>(
      `${compared} select kind, "fromUnit", "toUnit", count(*)::int as count from pair group by kind, "fromUnit", "toUnit"`,
      book.id,
      other.id,
      ...prefixes,
    );
    const counts = { gone: 0, new: 0, changed: 0, same: 0 };
    for (const each of counted) counts[isForOtherUnit(each) ? "changed" : each.kind] += each.count;
    const otherUnits = counted.filter(isForOtherUnit);
    const found = await ctx.query<Difference>(
      `${compared}, place as (select key, nth from pair where $6::uuid in (a_id, b_id)),
       other_unit as (select distinct * from unnest($8::text[], $9::text[]) as u ("fromUnit", "toUnit")),
       page as (select pair.*, u."fromUnit" as unit_before from pair left join other_unit u using ("fromUnit", "toUnit")
         where (kind <> 'same' or u."fromUnit" is not null) and ($6::uuid is null or (key, nth) > (select key, nth from place))
         order by key, nth limit $7)
       select case kind when 'same' then 'changed' else kind end as kind, id, e.code, e.description, e.unit,
         coalesce("from", 0) as "from", coalesce("to", 0) as "to", unit_before as "fromUnit",
         case when kind = 'changed' and unit_before is null and "from" <> 0 then round(("to" - "from") / "from" * 100, 2) end as pct
       from page join price_book_entry e using (id) where e.organization_id = $1 order by key, nth`,
      book.id,
      other.id,
      ...prefixes,
      after,
      pageSize + 1,
      otherUnits.map(({ fromUnit }) => fromUnit),
      otherUnits.map(({ toUnit }) => toUnit),
    );
    if (after !== null && found.length === 0)
      throw invalidAt("/cursor", "the books have changed since; begin without a cursor");
    const { items, nextCursor } = toPage(found, pageSize, ({ id }) => id);
    const of = (kind: Difference["kind"]) => items.filter((item) => item.kind === kind);
    return {
      counts,
      gone: of("gone").map((item) => ({ ...item, price: item.from })),
      new: of("new").map((item) => ({ ...item, price: item.to })),
      changed: of("changed").map(({ fromUnit, ...item }) => ({ ...item, ...(fromUnit === null ? {} : { fromUnit }) })),
      nextCursor,
    };
  },
});
