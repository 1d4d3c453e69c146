import { inOtherForms, otherForms } from "../../domain/text/other-forms.js";
import type { OrganizationQuery } from "../organization-query.js";
import { unitInQuery } from "./unit-in-query.js";

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

/** A hit by another form of a word counts for less than one by the word as it was written. */
const scoreOfOtherForm = 0.9;

/**
 * Finds the entries of an organization's price books that match words or begin with a code, best first; also by a plural or singular that
 * has another stem, where the price books have it.
 * @param most the most entries to return
 */
export async function searchPrices(
  query: OrganizationQuery,
  words: string,
  filter: PriceFilter,
  most: number,
): Promise<FoundPrice[]> {
  const asWritten = await searchAsWritten(query, words, filter, most);
  const inOther = [];
  for (const spelling of await otherSpellings(query, words))
    inOther.push(...(await searchAsWritten(query, spelling, filter, most)));
  if (inOther.length === 0) return asWritten;
  const hits = [...asWritten, ...inOther.map((entry) => ({ ...entry, score: entry.score * scoreOfOtherForm }))];
  const best = new Map<string, FoundPrice>();
  for (const hit of hits.sort((a, b) => b.score - a.score)) if (!best.has(hit.id)) best.set(hit.id, hit);
  return [...best.values()].slice(0, most);
}

/** The words with one, or with all, of their known other forms: of three words and more, not each mixture. */
async function otherSpellings(query: OrganizationQuery, words: string): Promise<string[]> {
  const forms = otherForms(words);
  if (forms.length === 0) return [];
  const known = await query<{ form: string }>(
    `select form from unnest($2::text[]) form where exists (
       select from search_word w where w.organization_id = $1 and w.area = 'prices' and w.lexeme = any(tsvector_to_array(search_vector(form))))`,
    forms,
  );
  const all = known.map(({ form }) => form);
  return [...new Set([...all.map((form) => inOtherForms(words, [form])), inOtherForms(words, all)])].filter(
    (spelling) => spelling !== words,
  );
}

async function searchAsWritten(
  query: OrganizationQuery,
  words: string,
  filter: PriceFilter,
  most: number,
): Promise<FoundPrice[]> {
  const isLikeCode = looksLikeCode(words);
  const { notations, others } = isLikeCode ? { notations: [], others: "" } : unitInQuery(words);
  // `A01` may be A.01, and `m2` is a unit.
  const isCode = isLikeCode || (notations.length === 0 && isMixed(words));
  // Whatever else a word means, it is also searched as a word.
  const withUnit =
    notations.length > 0 ? await found(query, others, { ...filter, allWords: true }, most, { notations }) : [];
  if (withUnit.length >= most) return withUnit;
  const foundIds = new Set(withUnit.map(({ id }) => id));
  const more = await found(query, words, filter, most, { isCode });
  return [...withUnit, ...more.filter(({ id }) => !foundIds.has(id))].sort((a, b) => b.score - a.score).slice(0, most);
}

/**
 * @param isCode whether the words are a code, of which an entry's may be the beginning
 * @param notations of the unit that entries must have
 */
function found(
  query: OrganizationQuery,
  words: string,
  { category, holdingFor, allWords = false }: PriceFilter,
  most: number,
  { isCode = false, notations = null }: { isCode?: boolean; notations?: readonly string[] | null },
): Promise<FoundPrice[]> {
  const isByWordsAlone = category === null && !holdingFor && !allWords && notations === null;
  if (isByWordsAlone)
    return query<FoundPrice>(shown(`prices_by_words($1, $3, $4, ${mostSought})`), most, words, isCode);
  return query<FoundPrice>(
    category === null ? shown(`search_prices($1, $3, $4, $5, $6, $7, $8, $9, ${mostSought})`) : ofCategory,
    most,
    words,
    category,
    holdingFor !== undefined,
    holdingFor?.projectId ?? null,
    isCode,
    allWords,
    notations,
  );
}

/** A search ends with the older of equal hits: ten at least are sought, so that whoever asks for one gets the newest. */
const mostSought = "greatest($2, 10)";

/**
 * Of equal hits, as the same work in two editions of a list is, the newer book's stand first, and those of books without a year last.
 * @param search finds ids and scores, best first; it gives at most `$2` rows
 * @param condition restricts the hits
 */
const shown = (search: string, condition = "true"): string =>
  `select ${foundColumns}, f.score
   from ${search} with ordinality f (id, score, n)
   join price_book_entry e on e.organization_id = $1 and e.id = f.id
   join price_book b on b.organization_id = $1 and b.id = e.book_id
   where ${condition}
   order by f.score desc, b.year desc nulls last, f.n limit $2`;

/** How many of the best hits are looked through for a category of words that no index has, such as the chapters A, E and I. */
const mostCompared = 1_000;
const isIndexed = "search_vector($4) <> ''";
const wordsOf = (text: string): string => `btrim(regexp_replace(lower(${text}), '[^[:alnum:]]+', ' ', 'g'))`;
const ofCategory = shown(
  `search_prices($1, $3, case when ${isIndexed} then $4 end, $5, $6, $7, $8, $9, case when ${isIndexed} then ${mostSought} else ${mostCompared} end)`,
  `${isIndexed} or ${wordsOf("$4")} <> '' and strpos(' ' || ${wordsOf("e.category")} || ' ', ' ' || ${wordsOf("$4")} || ' ') > 0`,
);

/**
 * Whether a query is one word with digits, and either four letters or digits in a row or a divider between them: not a mere
 * number.
 */
const looksLikeCode = (words: string): boolean =>
  /^\s*\S*\d\S*\s*$/.test(words) && /[a-z0-9]{4}|[a-z0-9][._/-]+[a-z0-9]/i.test(words);

/** Whether a query is one word of both letters and digits, without anything between them. */
const isMixed = (words: string): boolean =>
  /^[a-z\d]+$/i.test(words.trim()) && /[a-z]/i.test(words) && /\d/.test(words);
