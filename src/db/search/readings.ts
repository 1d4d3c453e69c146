import { inOtherForms, otherForms } from "../../domain/text/other-forms.js";
import type { OrganizationQuery } from "../organization-query.js";

/** A reading: what a word of a query may stand for in the vocabulary of the organization's records. */
export interface Reading {
  /** the word's place in the query, from 1; 0: the whole query as one code or phone number */
  place: number;
  lexeme: string;
  /** form: the plural of a singular, or the other way round, which has another stem */
  reading: "exact" | "form" | "beginning" | "part" | "typo";
  /** about how many records contain it, of each kind that is searched, in the order of the kinds; null: none */
  byKind: (number | null)[];
}

/** All readings of a query. */
export interface Readings {
  readings: Reading[];
  /** how many records there are of each kind that is searched */
  totals: (number | null)[];
}

/** For each word only its nearest readings; every one of those that the vocabulary doesn't have as they are; or every one. */
type Extent = "nearest" | "inexact" | "every";

/** What the readings of records are read with, so that it needs no statement of its own. */
export interface ReadingsOfRecords extends Readings {
  /** whether changes are committed that the index of the search doesn't have yet */
  isBehind: boolean;
  /** whether the organization has prices */
  hasPrices: boolean;
}
export type ReadRecordWords = (extent: Extent) => Promise<ReadingsOfRecords>;

type State = Pick<ReadingsOfRecords, "isBehind" | "hasPrices">;
/** @param readings a query of them; there is a row also where it gives none */
const withState = (readings: string): string => `
  select state.*, reading.* from (
    select exists (select from search_backlog where organization_id = $1) as "isBehind",
      exists (select from price_book_entry where organization_id = $1) as "hasPrices") state
  left join (${readings}) reading on true`;
const stateIn = ([row]: State[]): State => ({ isBehind: row?.isBehind ?? false, hasPrices: row?.hasPrices ?? false });

interface Term extends Pick<Reading, "place" | "lexeme" | "reading">, State {
  /** "1:20 3:7" are 20 of the first kind and 7 of the third; null: none */
  counts: string | null;
}
const termsOfAll = "record_terms($1, $2, $3, $4)";
const termsInSight = "record_terms_in_sight($1, $2, $3, $4, $5)";
/** The place of the row that counts all records. */
const ofTotals = -1;

/**
 * The readings of a query's words in the vocabulary of all records, or of those alone that the caller may find: how a word is understood, and
 * how a hit scores beside it, would tell whether the others have the word.
 * @param kinds the kinds of `search_record`, for their counts
 * @param sight null: the caller sees all records; otherwise those of the kinds, and of these projects unless they are null
 */
export const readingsOfRecords =
  (
    query: OrganizationQuery,
    words: string,
    kinds: readonly string[],
    sight: { projects: readonly string[] | null } | null,
  ): ReadRecordWords =>
  async (extent) => {
    const terms = await query<Term>(
      withState(`select place, lexeme, reading, counts from ${sight ? termsInSight : termsOfAll}`),
      words,
      kinds,
      extent,
      ...(sight ? [sight.projects] : []),
    );
    const byKind = ({ counts }: Term) => countsIn(counts ?? "", kinds.length);
    const total = terms.find(({ place }) => place === ofTotals);
    return {
      readings: terms
        .filter(({ place }) => place !== ofTotals)
        .map((term) => ({ place: term.place, lexeme: term.lexeme, reading: term.reading, byKind: byKind(term) })),
      totals: total ? byKind(total) : [],
      ...stateIn(terms),
    };
  };

function countsIn(text: string, kinds: number): (number | null)[] {
  const counts = Array<number | null>(kinds).fill(null);
  for (const count of text === "" ? [] : text.split(" ")) {
    const colon = count.indexOf(":");
    counts[Number(count.slice(0, colon)) - 1] = Number(count.slice(colon + 1));
  }
  return counts;
}

/**
 * The readings of a query's words, and of each the other form that has a stem of its own, where the vocabulary has it. It counts for less
 * than the word as it was written.
 * @param readingsOf the readings of some words
 */
export function readingsInAllForms(words: string, readingsOf: (words: string) => ReadRecordWords): ReadRecordWords {
  const read = readingsOf(words);
  const forms = otherForms(words);
  if (forms.length === 0) return read;
  const readOther = readingsOf(inOtherForms(words, forms));
  return async (extent) => {
    const asWritten = await read(extent);
    const { readings } = await readOther(extent);
    if (isNumberedAnew(asWritten.readings, readings)) return asWritten;
    const isNew = ({ place, lexeme }: Reading) =>
      !asWritten.readings.some((each) => each.place === place && each.lexeme === lexeme);
    const added = readings.filter((reading) => reading.reading === "exact" && isNew(reading));
    return {
      ...asWritten,
      readings: [...asWritten.readings, ...added.map((each) => ({ ...each, reading: "form" as const }))],
    };
  };
}

/** Whether places are other words': two words of the query were one by their stems and now are two, or the other way round. */
function isNumberedAnew(asWritten: readonly Reading[], inOther: readonly Reading[]): boolean {
  const lastPlace = (all: readonly Reading[]) => Math.max(0, ...all.map(({ place }) => place));
  // Else it may be that the last word has no reading as it is written.
  if (lastPlace(asWritten) === lastPlace(inOther)) return false;
  const exact = (all: readonly Reading[]) => all.filter(({ reading }) => reading === "exact");
  return exact(inOther).some(({ place, lexeme }) =>
    exact(asWritten).some((each) => each.lexeme === lexeme && each.place !== place),
  );
}
