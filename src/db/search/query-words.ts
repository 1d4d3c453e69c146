import type { Reading } from "./readings.js";

/** A word of the query, with everything that it may stand for. */
export interface QueryWord {
  /** the lexemes of the nearest readings; a hit on one of them counts in full */
  near: string[];
  /** the lexemes of all readings */
  all: string[];
  /** of each kind, the lexemes that any of its records contain */
  known: string[][];
  /** how many records of each kind contain any of them */
  byKind: number[];
}

/** The words of a query, longest first. */
export function queryWordsOf(readings: Reading[]): QueryWord[] {
  const places = [...new Set(readings.map(({ place }) => place))].filter((place) => place > 0);
  return places.map((place) => queryWordAt(readings, place)).sort((a, b) => longest(b) - longest(a));
}

export function queryWordAt(readings: Reading[], place: number): QueryWord {
  const ofWord = readings.filter((reading) => reading.place === place);
  const nearest = ofWord[0]?.reading;
  const kinds = ofWord[0]?.byKind ?? [];
  return {
    near: ofWord.filter(({ reading }) => reading === nearest).map(({ lexeme }) => lexeme),
    all: ofWord.map(({ lexeme }) => lexeme),
    known: kinds.map((_, kind) => ofWord.filter(({ byKind }) => byKind[kind] != null).map(({ lexeme }) => lexeme)),
    byKind: kinds.map((_, kind) => ofWord.reduce((sum, { byKind }) => sum + (byKind[kind] ?? 0), 0)),
  };
}

const longest = ({ all }: QueryWord) => Math.max(...all.map((lexeme) => lexeme.length));
