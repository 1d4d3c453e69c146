import { singleSpaced } from "./normalized.js";

/** The first `length` characters of a text, without half a one at the end. */
export const beginningOf = (text: string, length: number): string =>
  (text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "")).toWellFormed();

/** A text of at most `length` characters; one that was cut ends with an ellipsis, and never within a character. */
export const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${beginningOf(text, length - 1).trimEnd()}…`;

/** A failure's words, as far as they are kept and shown. */
export const keptWords = (words: string): string => shortened(words, 500);

/** No message shows more, and a long text isn't read whole for it. */
const longestRead = 200;

/** The beginning of a text, on one line. */
export const onOneLine = (text: string): string => singleSpaced(shortened(text, longestRead));
