import { grouped } from "../../domain/grouped.js";
import type { OrganizationQuery } from "../organization-query.js";
import { coverageJoin, findByWords, wordCte } from "./find-by-words.js";
import { maxCandidates, type Plan, type Way } from "./plan.js";
import { unitInQuery } from "./unit-in-query.js";
import { readingsOfPrices } from "./words.js";

/** A price-book entry that a search found. */
export interface FoundPrice {
  id: string;
  code: string | null;
  category: string | null;
  description: string;
  unit: string;
  /** unit price in euro */
  price: number;
  notes: string | null;
  chapter: string | null;
  /** share of labour in the price, percent */
  labourPct: number | null;
  safetyPct: number | null;
  bookId: string;
  bookName: string;
  /** of the book's edition */
  bookYear: number | null;
  /** the project that the book belongs to; null: it belongs to the whole organization */
  bookProjectId: string | null;
  /** 0 to 1; higher is better */
  score: number;
}

const foundColumns = `e.id, e.code, e.category, e.description, e.unit, e.price, e.notes, e.chapter, e.labour_pct as "labourPct", e.safety_pct as "safetyPct",
  b.id as "bookId", b.name as "bookName", b.year as "bookYear", b.project_id as "bookProjectId"`;

export interface PriceFilter {
  /** only entries whose category has these words */
  category: string | null;
  /**
   * only books that hold for a project: the project's own and the organization's; with null only the organization's; unset:
   * all books
   */
  holdingFor?: { projectId: string | null };
  /** only entries with all of the words, as they are written or in their nearest readings */
  allWords?: boolean;
}

/** The parameters of the filter in SQL: the category as a `tsquery`, whether the books are limited, and to which project. */
type Filter = [category: string | null, isLimited: boolean, projectId: string | null];

/** A unit that a query names: as a `tsquery` for its notations, and these as entries' units are compared. */
interface SoughtUnit {
  query: string;
  notations: readonly string[];
}

/** Of the few units that there are, each is soon met. */
const ofUnits = (query: string): Way => ({ narrowing: query, reach: 20 * maxCandidates });

/** By so much an entry with all other words of a query and its unit stands before one that merely has its words. */
const ofUnit = 0.1;

/**
 * Finds the entries of an organization's price books that match words or begin with a code, best first.
 * @param most how many at most
 */
export async function searchPrices(
  query: OrganizationQuery,
  words: string,
  { category, holdingFor, allWords = false }: PriceFilter,
  most: number,
): Promise<FoundPrice[]> {
  const categoryQuery = category ? await categoryFilter(query, category) : null;
  if (categoryQuery === "") return [];
  const filter: Filter = [categoryQuery, holdingFor !== undefined, holdingFor?.projectId ?? null];
  const isCode = looksLikeCode(words);
  const entries = isCode
    ? await byCode(query, words, filter, most)
    : await byUnit(query, words, filter, Math.min(most, maxCandidates));
  if (entries.length < most) {
    const foundIds = new Set(entries.map(({ id }) => id));
    const more = await findByWords(readingsOfPrices(query, words), (plan) => byWords(query, plan, filter, most), {
      inSequence: isCode,
      needsAll: allWords,
    });
    entries.push(...more.filter(({ id }) => !foundIds.has(id)));
  }
  return entries.sort((a, b) => b.score - a.score).slice(0, most);
}

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
    `select distinct on (e.code) e.code, e.description, e.unit, e.price, b.name as "bookName" from price_book_entry e
     join price_book b on b.organization_id = e.organization_id and b.id = e.book_id
     where e.organization_id = $1 and e.code = any($2) and (b.project_id is null or b.project_id = $3)
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
  bookName: string;
}

/** So many entries may have one key of a code; of more, the latest are looked at. */
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
 * All prices of codes in the books that hold for a project, the project's first, then the latest. One statement, by the index of codes,
 * whatever their number.
 * @param bookId only this book; null: all that hold for the project
 */
export async function pricesOfCodes(
  query: OrganizationQuery,
  projectId: string | null,
  codes: readonly string[],
  bookId: string | null = null,
): Promise<PriceOfCode[]> {
  const entries = await query<PriceOfCode>(
    `select e.code, e.unit, e.price, e."bookName"
     from (
       select distinct code_key(code) as key from unnest($2::text[]) code
       where exists (
         select from price_book b
         where b.organization_id = $1 and (b.project_id is null or b.project_id = $3) and ($4::uuid is null or b.id = $4))
     ) asked
     cross join lateral (
       select e.code, e.unit, e.price, e.id, b.name as "bookName", b.project_id from price_book_entry e
       join price_book b on b.organization_id = e.organization_id and b.id = e.book_id
       where e.organization_id = $1 and e.code_key = asked.key and (b.project_id is null or b.project_id = $3)
         and ($4::uuid is null or b.id = $4)
       order by b.project_id nulls last, e.id desc limit ${mostEntriesOfKey}
     ) e
     where asked.key <> '' order by e.project_id nulls last, e.id desc`,
    codes,
    projectId,
    bookId,
  );
  if (entries.length === 0) return [];
  const asked = grouped(codes, codeForm);
  return entries.flatMap((entry) => (asked.get(codeForm(entry.code)) ?? []).map((code) => ({ ...entry, code })));
}

/**
 * Whether a query is one word with digits, and either four letters or digits in a row or a divider between them: not a mere
 * number.
 */
const looksLikeCode = (words: string): boolean =>
  /^\s*\S*\d\S*\s*$/.test(words) && /[a-z0-9]{4}|[a-z0-9][._/-]+[a-z0-9]/i.test(words);

/** A `tsquery` for the words of a category; "" if it has no word that can be searched. */
async function categoryFilter(query: OrganizationQuery, category: string): Promise<string> {
  const [words] = await query<{ filter: string | null }>(
    "select string_agg(quote_literal(lexeme) || ':B', ' & ') as filter from unnest(tsvector_to_array(search_vector($2))) lexeme where $1::uuid is not null",
    category,
  );
  return words?.filter ?? "";
}

/** The entries with the unit that a query names and all its other words. Whatever a word means beside, it is searched as a word as well. */
async function byUnit(query: OrganizationQuery, words: string, filter: Filter, most: number): Promise<FoundPrice[]> {
  const { notations, others } = unitInQuery(words);
  if (notations.length === 0) return [];
  const [{ lexemes } = { lexemes: [] }] = await query<{ lexemes: string[] }>(
    `select coalesce(array_agg(distinct quote_literal(lexeme)), '{}') as lexemes
     from unnest($2::text[]) notation, unnest(tsvector_to_array(search_vector(notation))) lexeme where $1::uuid is not null`,
    notations,
  );
  const unit = { query: `(${lexemes.map((lexeme) => `${lexeme}:A`).join(" | ")})`, notations };
  const search = (plan: Plan) => byWords(query, plan, filter, most, unit);
  const found =
    others === ""
      ? await search({
          query: unit.query,
          near: [unit.query],
          all: [unit.query],
          weights: [1],
          lexemes,
          way: ofUnits(unit.query),
        })
      : await findByWords(readingsOfPrices(query, others), search, { needsAll: true });
  return found.map((entry) => ({ ...entry, score: entry.score + ofUnit }));
}

/** The entries whose code begins with this one, whichever characters divide its parts. */
function byCode(query: OrganizationQuery, code: string, filter: Filter, most: number): Promise<FoundPrice[]> {
  return query<FoundPrice>(
    `select ${foundColumns}, case when e.code_key = code_key($2) then 1 else 0.95 end as score
     from price_book_entry e join price_book b on b.organization_id = e.organization_id and b.id = e.book_id
     where e.organization_id = $1 and e.code_key >= code_key($2) and e.code_key < code_key($2) || U&'\\+10FFFF'
       and code_key($2) <> '' and ($3::tsquery is null or e.search @@ $3::tsquery)
       and (not $4::boolean or b.project_id is null or b.project_id = $5)
     order by e.organization_id, e.code_key limit $6`,
    code,
    ...filter,
    most,
  );
}

function byWords(
  query: OrganizationQuery,
  plan: Plan,
  [category, ...books]: Filter,
  most: number,
  unit?: SoughtUnit,
): Promise<FoundPrice[]> {
  const narrower = [category, unit?.query].filter((part) => part != null);
  const candidates = [`(${plan.query})`, ...narrower].join(" & ");
  const narrowing = category === null ? plan.way.narrowing : `(${plan.way.narrowing}) & ${category}`;
  return query<FoundPrice>(
    `with ${wordCte}
     select ${foundColumns}, 0.7 * coverage.share + 0.2 * ts_rank_cd('{0.1, 0.2, 0.4, 1}', e.search, $2::tsquery, 33) as score
     from price_candidates($1, $6::tsquery, $12::tsquery, $13, $7) c (id)
     join price_book_entry e on e.organization_id = $1 and e.id = c.id
     join price_book b on b.organization_id = $1 and b.id = e.book_id
     ${coverageJoin("e.search")}
     where (not $9::boolean or b.project_id is null or b.project_id = $10)
       and ($11::text[] is null or regexp_replace(translate(lower(e.unit), '²³', '23'), '[^a-z0-9]', '', 'g') = any($11))
     order by score desc, e.id limit $8`,
    plan.query,
    plan.near,
    plan.all,
    plan.weights,
    candidates,
    Math.max(maxCandidates, most),
    most,
    ...books,
    unit?.notations ?? null,
    narrowing,
    plan.way.reach,
  );
}
