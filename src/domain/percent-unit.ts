const percent = /^\s*(?:%|per ?cento)\s*$/i;

/** Whether a quantity of percent was probably meant as a share of its price: as a plain number, 5 with `%` is five times the price. */
export const isWholePercent = (unit: string, quantity: number, unitPriceEuro: number): boolean =>
  percent.test(unit) && Math.abs(quantity) >= 1 && unitPriceEuro !== 0;
