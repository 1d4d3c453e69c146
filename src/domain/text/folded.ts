import { withFewMarks } from "./few-marks.js";

/** A text without accents, in lower case, as people search. */
export const folded = (text: string): string =>
  withFewMarks(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
