// Plain numbers compute most bills exactly, ten times faster than a decimal library: a decimal of up to 15 digits survives as a
// number, so it can be taken apart into an integer and a power of ten. What doesn't fit is null; then the caller uses the library.
const powersOfTen = Array.from({ length: 19 }, (_, exponent) => 10 ** exponent);
const power = (exponent: number): number => powersOfTen[exponent] ?? Number.NaN;
const maxUnits = 1e15;
const maxDecimals = 6;

/** The fewest decimals that write a number exactly, or null where it has more than six or more than 15 digits. */
function decimalsOf(value: number): number | null {
  for (let decimals = 0; decimals <= maxDecimals; decimals++) {
    const units = Math.round(value * power(decimals));
    if (!(Math.abs(units) < maxUnits)) return null;
    if (units / power(decimals) === value) return decimals;
  }
  return null;
}

function roundUnits(units: number, surplusDecimals: number): number {
  const divisor = power(surplusDecimals);
  const magnitude = Math.abs(units);
  const rest = magnitude % divisor;
  const rounded = (magnitude - rest) / divisor + (rest * 2 >= divisor ? 1 : 0);
  return units < 0 ? 0 - rounded : rounded;
}

/** The product of factors rounded half away from zero, or null where plain numbers can't hold it. */
export function exactProduct(factors: number[], decimals: number): number | null {
  let units = 1;
  let scale = 0;
  for (const factor of factors) {
    const own = decimalsOf(factor);
    if (own === null) return null;
    units *= Math.round(factor * power(own));
    scale += own;
    if (!(Math.abs(units) < maxUnits) || scale > 18) return null;
  }
  return scale <= decimals ? units / power(scale) : roundUnits(units, scale - decimals) / power(decimals);
}

/** The sum of numbers of at most so many decimals, or null where plain numbers can't hold it. */
export function exactSum(values: number[], decimals: number): number | null {
  const scale = power(decimals);
  let units = 0;
  for (const value of values) {
    const own = Math.round(value * scale);
    units += own;
    if (own / scale !== value || !(Math.abs(units) < maxUnits)) return null;
  }
  return units / scale;
}
