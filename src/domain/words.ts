/**
 * Words and phrases separated by commas, as they are written: `prezzo, prezzi, a corpo`. Or a short pattern, where the spellings are too
 * many to list. Case never matters.
 */
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

/** The source of a pattern that matches any of the words, inside other words too; the first that fits is taken. */
export const oneOf = (...words: readonly Words[]): string => `(?:${words.flatMap(sourcesOf).join("|")})`;

/** A pattern that matches what any of these match; the first that fits is taken. */
export const either = (patterns: readonly RegExp[], flags: string): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join("|"), flags);

/** The source of a pattern that matches any of the words where no letter of any script stands before or after. Needs the flag `u`. */
export function wordPattern({ whole = [], stems = [] }: WordList): string {
  const longer = stems.flatMap(sourcesOf).map((stem) => `${stem}\\p{L}*`);
  return `(?<!\\p{L})(?:${[...whole.flatMap(sourcesOf), ...longer].join("|")})(?!\\p{L})`;
}

/** Finds any of the words where no letter of any script stands before or after. */
export const anyWord = (list: WordList): RegExp => new RegExp(wordPattern(list), "iu");

/**
 * The same with the word boundary of JavaScript, `\b`: digits and `_` are part of a word, accented letters aren't. A whole word must
 * therefore begin and end with a plain letter or digit, and a stem must begin with one.
 */
export function asciiWordPattern({ whole = [], stems = [] }: WordList): string {
  const complete = whole.flatMap(sourcesOf).map((word) => `${word}\\b`);
  return `\\b(?:${[...complete, ...stems.flatMap(sourcesOf)].join("|")})`;
}

/** Finds any of the words between boundaries of JavaScript. */
export const anyAsciiWord = (list: WordList): RegExp => new RegExp(asciiWordPattern(list), "i");
