/** Words and phrases as they are written, separated by commas: `prezzo, prezzi, a corpo`. A short pattern where spellings vary too much. */
export type Words = string | RegExp;

export interface WordList {
  /** complete words and phrases */
  whole?: readonly Words[];
  /** beginnings of words, such as `scont` for `sconto`, `scontare`, `scontato` */
  stems?: readonly Words[];
}

const special = /[\\^$.*+?()[\]{}|/]/g;
const sourcesOf = (words: Words): string[] =>
  typeof words === "string" ? words.split(", ").map((word) => word.replace(special, "\\$&")) : [`(?:${words.source})`];

/** The source of a pattern for any of the words, wherever they stand; the first that fits is taken. */
export const oneOf = (...words: readonly Words[]): string => `(?:${words.flatMap(sourcesOf).join("|")})`;

/** One pattern for what any of these match; the first that fits is taken. */
export const either = (patterns: readonly RegExp[], flags: string): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join("|"), flags);

/** The source of a pattern for any of the words with no letter, of any script, before or after. It needs the flag `u`. */
export function wordPattern({ whole = [], stems = [] }: WordList): string {
  const longer = stems.flatMap(sourcesOf).map((stem) => `${stem}\\p{L}*`);
  return `(?<!\\p{L})(?:${[...whole.flatMap(sourcesOf), ...longer].join("|")})(?!\\p{L})`;
}

/** Finds any of the words with no letter, of any script, before or after; upper and lower case are the same. */
export const anyWord = (list: WordList): RegExp => new RegExp(wordPattern(list), "iu");

/**
 * The same with JavaScript's own word boundary `\b`, for which digits and `_` belong to a word and accented letters don't. So a whole
 * word must begin and end with an unaccented letter or a digit, and a stem must begin with one.
 */
export function asciiWordPattern({ whole = [], stems = [] }: WordList): string {
  const complete = whole.flatMap(sourcesOf).map((word) => `${word}\\b`);
  return `\\b(?:${[...complete, ...stems.flatMap(sourcesOf)].join("|")})`;
}

/** Finds any of the words between such boundaries; upper and lower case are the same. */
export const anyAsciiWord = (list: WordList): RegExp => new RegExp(asciiWordPattern(list), "i");
