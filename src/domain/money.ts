import Big from "big.js";
import { exactProduct, exactSum } from "./exact-arithmetic.js";

// Quantities and prices arrive as JSON numbers. The shortest decimal text of a number is what the sender wrote.
const decimal = (value: number): Big => new Big(String(value));

/** Rounds half away from zero, the practice of Italian bills and invoices (Big's "half up" works on the magnitude). */
const round = (value: Big, decimals: number): Big => value.round(decimals, Big.roundHalfUp);

/** The product of factors rounded half away from zero to `decimals`, as PriMus rounds each measurement row. */
export const product = (factors: number[], decimals: number): number =>
  exactProduct(factors, decimals) ??
  round(
    factors.reduce((result, factor) => result.times(decimal(factor)), new Big(1)),
    decimals,
  ).toNumber();

/** An amount in euro: quantity × unit price, rounded half away from zero to cents. */
export const amountEuro = (quantity: number, unitPriceEuro: number): number => product([quantity, unitPriceEuro], 2);

/** The sum of amounts that are already rounded, in decimal. */
export const sum = (amounts: number[]): number =>
  exactSum(amounts) ?? amounts.reduce((total, amount) => total.plus(decimal(amount)), new Big(0)).toNumber();

export interface DocumentTotals {
  subtotal: number;
  discount: number;
  taxable: number;
  vat: number;
  total: number;
}

/**
 * A document's totals in euro: subtotal = Σ round(qty × price), discount and VAT each rounded to cents once.
 * A discount or VAT rate that isn't set counts as 0.
 */
export function documentTotals(
  lines: { qty: number; price: number }[],
  discountPct: number | null,
  vatPct: number | null,
): DocumentTotals {
  const subtotal = lines.reduce((total, line) => total.plus(amountEuro(line.qty, line.price)), new Big(0));
  const discount = round(subtotal.times(decimal(discountPct ?? 0)).div(100), 2);
  const taxable = subtotal.minus(discount);
  const vat = round(taxable.times(decimal(vatPct ?? 0)).div(100), 2);
  return {
    subtotal: subtotal.toNumber(),
    discount: discount.toNumber(),
    taxable: taxable.toNumber(),
    vat: vat.toNumber(),
    total: taxable.plus(vat).toNumber(),
  };
}
