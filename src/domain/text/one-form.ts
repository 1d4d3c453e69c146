import { withFewMarks } from "./few-marks.js";
import { visible } from "./visible-text.js";

/** As most texts are typed. */
const plain = /^[ -~]*$/;

/**
 * A text as its words are read, however it was typed, pasted or sent: accents composed, every space a plain one, line ends `\n`, and
 * nothing invisible such as the soft hyphens of a PDF.
 * Of marks without end on one letter it has the first.
 */
export const inOneForm = (text: string): string =>
  plain.test(text)
    ? text
    : withFewMarks(visible(text.replace(/[\v\f]/g, "\n")))
        .normalize("NFC")
        .replace(/\p{Zs}/gu, " ");

/** A short text as it is seen, such as a pasted code or address. */
export const asSeen = (text: string): string => inOneForm(text).trim();
