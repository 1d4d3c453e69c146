import { letters } from "../domain/text/letters.js";

/** Of a sheet or table: no more of them are read. */
export const maxColumns = 500;

/** A column's number by its letters, from 0: of `B` 1; -1 without any. */
export function columnByLetters(text: string): number {
  let column = 0;
  for (const letter of text.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The letters of a column from 0: of 1 `B`. */
export const lettersOf = (column: number): string => letters(column + 1);
