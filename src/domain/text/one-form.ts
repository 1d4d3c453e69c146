import { visible } from "./visible-text.js";

/** As most texts are typed. */
const plain = /^[ -~]*$/;

/**
 * A text as its words are read, however it was typed, pasted or sent: accents composed, every space a plain one, line ends `\n`, and
 * nothing invisible such as the soft hyphens of a PDF.
 */
export const inOneForm = (text: string): string =>
  plain.test(text) ? text : visible(text.normalize("NFC").replace(/[\v\f]/g, "\n")).replace(/\p{Zs}/gu, " ");
