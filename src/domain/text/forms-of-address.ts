import { oneOf } from "./words.js";

/** Titles written out, such as `geometra`, are also what a text is about. */
const form = oneOf(
  /signor[aei]?/,
  /sig(?:\. ?ra|\. ?ri|ra|ri|g)?/,
  /dott(?:\. ?ssa|ssa)?/,
  /ing|arch|geom|avv/,
  /spett(?:\. ?le|le)?/,
  /egr|gent(?:\. ?m[ao]|m[ao])/,
);
const beforeName = new RegExp(String.raw`(?<![\p{L}\d@._-])${form}\.?\s+(?=\p{L})`, "giu");

/** A text without the forms of address before names: `preventivo della Ferri` of `preventivo della sig.ra Ferri`. */
export const withoutFormsOfAddress = (text: string): string => text.replace(beforeName, "");
