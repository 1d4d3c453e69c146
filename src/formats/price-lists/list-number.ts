/**
 * A number as the lists' XML has it: `13.63017`, `1467,4`, `€ 1 826,34`; in `1.234.56` and `1.234,56` the last
 * separator alone is the decimal one (Toscana writes both as points).
 * @returns null for what is no number; undefined where there is nothing
 */
export function listNumber(text: string | undefined): number | null | undefined {
  const digits = text?.replace(/[\s\u00a0€%'’]/g, "");
  if (!digits) return undefined;
  if (!/^[+-]?[\d.,]{1,40}(e[+-]?\d{1,3})?$/i.test(digits)) return null;
  const decimal = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const plain = decimal < 0 ? digits : `${digits.slice(0, decimal).replace(/[.,]/g, "")}.${digits.slice(decimal + 1)}`;
  const number = Number(plain);
  return Number.isFinite(number) && /\d/.test(plain) ? number : null;
}
