import { grouped } from "../../domain/grouped.js";
import type { OrganizationQuery } from "../organization-query.js";
import type { FoundPrice } from "./search-prices.js";

/**
 * The entries with a key of codes, by its index. If a book, or the organization, has come since the table was last analyzed, Postgres takes
 * it for empty, and would read all of it for each code, by the index of books. `offset 0` keeps the book from it; `(select $1::uuid)` the
 * organization, which then counts as an average one.
 * @param key as SQL
 */
const withKey = (key: string): string =>
  `(select * from price_book_entry where organization_id = (select $1::uuid) and code_key = ${key} offset 0)`;

/**
 * The entries with exactly these codes, in the books that hold for a project: the project's own and the organization's.
 * @param projectId null: only the organization's books
 * @returns one entry per code; if several have the same code, the project's, then the latest
 */
export async function entriesWithCodes(
  query: OrganizationQuery,
  projectId: string | null,
  codes: readonly string[],
): Promise<(Pick<FoundPrice, "description" | "unit" | "price" | "bookName"> & { code: string })[]> {
  if (codes.length === 0) return [];
  return query(
    `select distinct on (e.code) e.code, e.description, e.unit, e.price, b.name as "bookName" from unnest($2::text[]) asked
     cross join lateral ${withKey("code_key(asked)")} e
     join price_book b on b.organization_id = e.organization_id and b.id = e.book_id
     where e.code = asked and (b.project_id is null or b.project_id = $3)
     order by e.code, b.project_id nulls last, e.id desc`,
    [...new Set(codes)],
    projectId,
  );
}

/** A price of a code, in one of the books that have it. */
export interface PriceOfCode {
  /** as it was asked for */
  code: string;
  unit: string;
  /** unit price in euro */
  price: number;
  /** share of labour in the price, percent */
  labourPct: number | null;
  /** share of safety in the price, percent */
  safetyPct: number | null;
  bookName: string;
}

/** How many entries with the same key of a code are looked at, the latest first. */
const mostEntriesOfKey = 60;

/**
 * A code in the form in which two are compared: capitals don't matter, nor which character divides its parts. Where it is divided does,
 * unlike in `code_key`: 1.10 and 11.0 are two works.
 */
const codeForm = (code: string): string =>
  code
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * All prices of codes in the books that hold for a project, the project's first, then the latest. A book that has the very code means no
 * other by it: A1 and a1 are two of its works. One statement, by the index of codes, whatever their number.
 * @param bookId only this book; null: all that hold for the project
 */
export async function pricesOfCodes(
  query: OrganizationQuery,
  projectId: string | null,
  codes: readonly string[],
  bookId: string | null,
): Promise<PriceOfCode[]> {
  const entries = await query<PriceOfCode & { bookId: string }>(
    `select e.code, e.unit, e.price, e."labourPct", e."safetyPct", e."bookName", e."bookId"
     from (
       select distinct code_key(code) as key from unnest($2::text[]) code
       where exists (
         select from price_book b
         where b.organization_id = $1 and (b.project_id is null or b.project_id = $3) and ($4::uuid is null or b.id = $4))
     ) asked
     cross join lateral (
       select e.code, e.unit, e.price, e.labour_pct as "labourPct", e.safety_pct as "safetyPct", e.id, b.name as "bookName",
         b.id as "bookId", b.project_id
       from ${withKey("asked.key")} e
       join price_book b on b.organization_id = e.organization_id and b.id = e.book_id
       where (b.project_id is null or b.project_id = $3) and ($4::uuid is null or b.id = $4)
       order by b.project_id nulls last, e.id desc limit ${mostEntriesOfKey}
     ) e
     where asked.key <> '' order by e.project_id nulls last, e.id desc`,
    codes,
    projectId,
    bookId,
  );
  if (entries.length === 0) return [];
  const asked = grouped(codes, codeForm);
  const written = new Set(entries.map(({ bookId, code }) => `${bookId} ${code}`));
  return entries.flatMap(({ bookId, ...entry }) =>
    (asked.get(codeForm(entry.code)) ?? [])
      .filter((code) => code === entry.code || !written.has(`${bookId} ${code}`))
      .map((code) => ({ ...entry, code })),
  );
}
