const percent = /^\s*(?:%|per ?cento)\s*$/i;
const named = /(\d{1,3}(?:[.,]\d{1,4})?)\s?(?:%|per ?cento)/gi;

/** Whether a text names a quantity as a percentage: `Ritenuta 0,5%`. */
const names = (desc: string, quantity: number): boolean =>
  [...desc.slice(0, 500).matchAll(named)].some(([, value = ""]) => Number(value.replace(",", ".")) === quantity);

/** Whether a quantity of percent was probably meant as a share of its price: as a plain number, 5 with `%` is five times the price. */
export const isWholePercent = (unit: string, quantity: number, unitPriceEuro: number, desc: string): boolean =>
  percent.test(unit) && unitPriceEuro !== 0 && (Math.abs(quantity) >= 1 || names(desc, Math.abs(quantity)));
