const euroFormat = new Intl.NumberFormat("it-IT", {
  style: "currency",
  currency: "EUR",
  useGrouping: "always",
  maximumFractionDigits: 6,
});
const numberFormat = new Intl.NumberFormat("it-IT", { useGrouping: "always", maximumFractionDigits: 6 });

/** An amount as it is written in Italian: `1.234,50 €`. */
export const inEuro = (value: number): string => euroFormat.format(value);
/** A number as it is written in Italian: `1.234,5`. */
export const inItalian = (value: number): string => numberFormat.format(value);
