import Big from "big.js";
import { exactProduct, exactSum } from "./exact-arithmetic.js";

// Quantities and prices arrive as JSON numbers. The shortest decimal text of a number is what the sender wrote.
export const decimal = (value: number): Big => new Big(String(value));

/** Rounds half away from zero, the practice of Italian bills and invoices (Big's "half up" works on the magnitude). */
export const round = (value: Big, decimals: number): Big => value.round(decimals, Big.roundHalfUp);

/** The product of factors rounded half away from zero to `decimals`, as PriMus rounds each measurement row. */
export const product = (factors: number[], decimals: number): number =>
  exactProduct(factors, decimals) ??
  round(
    factors.reduce((result, factor) => result.times(decimal(factor)), new Big(1)),
    decimals,
  ).toNumber();

/** By so much two quotients, each cut where numbers end, may make a product too small. */
const cutAway = 2 ** -51;

/** The product of factors of which some were computed: where a third of 0.315 should be 0.105, it is, and not a little less. */
export const productOfQuotients = (factors: number[], decimals: number): number =>
  exactProduct(factors, decimals) ?? product([...factors, 1 + cutAway], decimals);

/** An amount in euro: quantity × unit price, rounded half away from zero to cents. */
export const amountEuro = (quantity: number, unitPriceEuro: number): number => product([quantity, unitPriceEuro], 2);

/** The sum of amounts that are already rounded, in decimal; fast where they have at most so many decimals. */
export const sum = (amounts: number[], decimals = 2): number =>
  exactSum(amounts, decimals) ?? amounts.reduce((total, amount) => total.plus(decimal(amount)), new Big(0)).toNumber();

/** By how many percent one amount exceeds another, which isn't 0; rounded to 2 decimals. */
export const percentMore = (than: number, amount: number): number =>
  round(decimal(amount).minus(decimal(than)).times(100).div(decimal(than)), 2).toNumber();
