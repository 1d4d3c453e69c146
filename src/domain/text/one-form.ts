import { visible } from "./visible-text.js";

/** As most texts are typed. */
const plain = /^[ -~]*$/;
/** No writing has 30 marks on one letter, and composing takes the square of their number: 100,000 take 2 s. */
const moreMarks = /(?<=\p{M}{30})\p{M}+/gu;

/**
 * A text as its words are read, however it was typed, pasted or sent: accents composed, every space a plain one, line ends `\n`, and
 * nothing invisible such as the soft hyphens of a PDF.
 * Of marks without end on one letter it has the first.
 */
export const inOneForm = (text: string): string =>
  plain.test(text)
    ? text
    : visible(text.replace(/[\v\f]/g, "\n"))
        .replace(moreMarks, "")
        .normalize("NFC")
        .replace(/\p{Zs}/gu, " ");
