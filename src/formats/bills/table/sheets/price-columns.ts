import { product } from "../../../../domain/money.js";
import type { FoundHeader } from "../../../tables/find-header.js";
import { NumberColumn, numberIn } from "../../../tables/italian-number.js";
import type { TableRow } from "../../../tables/table-row.js";
import { isAbout } from "../is-about.js";

const isOtherPrice = (heading: string): boolean => /^prezz[oi]\b.{0,40}\b(?:lordo|lordi|netto|netti)\b/.test(heading);

/**
 * Where a sheet has gross prices beside net ones, the headings with those that its amounts follow: quantity × price.
 * @param rows the sheet's first, headings included
 */
export function withPricesOfAmounts(header: FoundHeader, rows: readonly TableRow[]): FoundHeader {
  const { price, quantity, amount } = header.columns;
  if (price === undefined || quantity === undefined || amount === undefined) return header;
  const taken = new Set(Object.values(header.columns));
  const others = header.headings.flatMap((heading, at) => (!taken.has(at) && isOtherPrice(heading) ? [at] : []));
  if (others.length === 0) return header;
  const content = rows.slice(header.contentFrom);
  const read = (column: number): (number | null)[] => {
    const numbers = new NumberColumn();
    for (const { cells } of content) numbers.observe(cells[column]);
    return content.map(({ cells }) => numberIn(numbers.read(cells[column])));
  };
  const quantities = read(quantity);
  const amounts = read(amount);
  const followed = (column: number): number =>
    read(column).filter((each, row) => {
      const [count = null, euro = null] = [quantities[row], amounts[row]];
      return each !== null && count !== null && euro !== null && isAbout(product([count, each], 2), euro);
    }).length;
  let [best, most] = [price, followed(price)];
  for (const column of others) {
    const found = followed(column);
    if (found > most) [best, most] = [column, found];
  }
  return { ...header, columns: { ...header.columns, price: best } };
}
