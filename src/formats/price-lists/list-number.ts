import { withoutNoise } from "../tables/italian-number.js";

/** Thousands alone, as in 15.403.443: or a number that has lost its decimal mark, as in the lists of Campania. */
const ambiguous = /^[+-]?\d{1,3}([.,])\d{3}(?:\1\d{3})+$/;

/**
 * A number as the lists' XML has it: `13.63017`, `1467,4`, `€ 1 826,34`; in `1.467.4` and `1.234,56` the last separator
 * alone is the decimal one.
 * @param lastIsDecimal whether that holds for `15.403.443` too (in Toscana), which is no number elsewhere
 * @returns null for what is no number; undefined where there is nothing
 */
export function listNumber(text: string | undefined, lastIsDecimal = false): number | null | undefined {
  const digits = text?.replace(/[\s\u00a0€%'’]/g, "");
  if (!digits) return undefined;
  if (!/^[+-]?[\d.,]{1,40}(e[+-]?\d{1,3})?$/i.test(digits)) return null;
  if (!lastIsDecimal && ambiguous.test(digits)) return null;
  const decimal = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const plain = decimal < 0 ? digits : `${digits.slice(0, decimal).replace(/[.,]/g, "")}.${digits.slice(decimal + 1)}`;
  const number = Number(plain);
  return Number.isFinite(number) && /\d/.test(plain) ? withoutNoise(number) : null;
}
