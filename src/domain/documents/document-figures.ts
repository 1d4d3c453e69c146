import Big from "big.js";
import { amountEuro, decimal, round } from "../money.js";

export interface DocumentTotals {
  subtotal: number;
  discount: number;
  taxable: number;
  vat: number;
  total: number;
  /** what costs of safety come to, which are within `subtotal` and out of the discount; absent: there are none */
  safety?: number;
}

/** What a document charges at one VAT rate, in euro. */
export interface VatOfRate {
  vatPct: number;
  taxable: number;
  vat: number;
}

interface PricedLine {
  qty: number;
  price: number;
  /** the line's own VAT rate; absent: the document's */
  vatPct?: number | undefined;
  /** a cost of safety, which the discount doesn't touch */
  safety?: boolean | undefined;
}

/** What lines charge at one VAT rate, and which part of it the discount touches. */
interface Charged {
  amount: Big;
  discountable: Big;
}

/**
 * A document's totals in euro, and what it charges at each VAT rate, the lowest first: subtotal = Σ round(qty × price), the discount of
 * all but costs of safety rounded to cents once, VAT once for each rate. The discount is spread over the rates: each bears its percentage
 * of what its own discounted lines charge, rounded to cents, and the rate that charges most of these takes the cents by which they differ
 * from the discount as a whole. So the taxable amounts add up to `taxable`, and the VAT of the rates to `vat`, to the cent. A discount or
 * rate that isn't set counts as 0.
 */
export function documentFigures(
  lines: readonly PricedLine[],
  discountPct: number | null,
  vatPct: number | null,
): { totals: DocumentTotals; vatByRate: VatOfRate[] } {
  const charged = new Map<number, Charged>();
  for (const line of lines) {
    const rate = line.vatPct ?? vatPct ?? 0;
    const { amount, discountable } = charged.get(rate) ?? { amount: new Big(0), discountable: new Big(0) };
    const added = amountEuro(line.qty, line.price);
    charged.set(rate, {
      amount: amount.plus(added),
      discountable: line.safety ? discountable : discountable.plus(added),
    });
  }
  const subtotal = total([...charged.values()].map(({ amount }) => amount));
  const discountable = total([...charged.values()].map((each) => each.discountable));
  const discount = discountOf(discountable, discountPct);
  const rates = [...charged].sort(([one], [other]) => one - other);
  const discounts = rates.map(([, each]) => discountOf(each.discountable, discountPct));
  const largest = indexOfLargest(rates.map(([, each]) => each.discountable.abs()));
  const vatByRate = rates.map(([rate, { amount }], index) => {
    const rest = index === largest ? discount.minus(total(discounts)) : 0;
    const taxable = amount.minus(discounts[index] as Big).minus(rest);
    return { vatPct: rate, taxable, vat: percentOf(taxable, rate) };
  });
  const taxable = subtotal.minus(discount);
  const vat = total(vatByRate.map((each) => each.vat));
  return {
    totals: {
      subtotal: subtotal.toNumber(),
      discount: discount.toNumber(),
      taxable: taxable.toNumber(),
      vat: vat.toNumber(),
      total: taxable.plus(vat).toNumber(),
      ...(lines.some(({ safety }) => safety) ? { safety: subtotal.minus(discountable).toNumber() } : {}),
    },
    vatByRate: vatByRate.map((each) => ({
      vatPct: each.vatPct,
      taxable: each.taxable.toNumber(),
      vat: each.vat.toNumber(),
    })),
  };
}

/** A document's totals in euro, as `documentFigures` computes them. */
export const documentTotals = (...figures: Parameters<typeof documentFigures>): DocumentTotals =>
  documentFigures(...figures).totals;

const percentOf = (amount: Big, pct: number): Big => round(amount.times(decimal(pct)).div(100), 2);
const discountOf = (amount: Big, discountPct: number | null): Big => percentOf(amount, discountPct ?? 0);
const total = (amounts: readonly Big[]): Big => amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));

/** The first of the largest; -1 where there is none. */
const indexOfLargest = (amounts: readonly Big[]): number =>
  amounts.reduce((largest, amount, index) => (largest < 0 || amount.gt(amounts[largest] as Big) ? index : largest), -1);
