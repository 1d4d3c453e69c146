import { visible } from "./visible-text.js";

/**
 * A text as its words are read, however it was typed, pasted or sent: accents composed, every space a plain one, line ends `\n`, and
 * nothing invisible such as the soft hyphens of a PDF.
 */
export const inOneForm = (text: string): string =>
  visible(text.normalize("NFC").replace(/[\v\f]/g, "\n")).replace(/\p{Zs}/gu, " ");
