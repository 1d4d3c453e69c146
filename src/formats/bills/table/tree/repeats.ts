import { amountEuro } from "../../../../domain/money.js";
import type { WarningList } from "../../../warning-list.js";
import { countAs } from "../../quantities.js";
import { isAbout } from "../is-about.js";
import { onlySays, type StatedRow, takeByItself } from "./measurement.js";
import type { StatedLine } from "./stated.js";

/**
 * Settles which line each row repeats that names one, now that all lines are known.
 * @param byNumber the index of each line by its number; without any number the lines are counted
 */
export function settleSeenLines(
  seeing: readonly StatedRow[],
  lines: readonly StatedLine[],
  byNumber: ReadonlyMap<string, number>,
  warnings: WarningList,
): void {
  for (const stated of seeing) {
    const { number = "", factor } = stated.sees ?? {};
    const line = byNumber.get(number) ?? (byNumber.size === 0 ? Number(number) - 1 : -1);
    const repeated = lines[line];
    if (onlySays(stated, repeated && unchangedQuantity(repeated))) takeByItself(stated);
    else if (repeated) stated.row.sameAs = { line, ...(factor === undefined ? {} : { factor }) };
    else keepQuantity(stated, number, warnings);
  }
}

/** The quantity of a line; null where its amount says that it was another when the rows that repeat the line were counted. */
const unchangedQuantity = ({ quantity, amount, node: { price } }: StatedLine): number | null =>
  quantity !== null && amount !== null && price !== undefined && !isAbout(amountEuro(quantity, price), amount)
    ? null
    : quantity;

function keepQuantity(stated: StatedRow, missing: string, warnings: WarningList): void {
  const kept = stated.quantity ?? 0;
  countAs(stated.row, kept);
  stated.factors = [kept];
  const detail = `it repeats line ${missing}, which isn't there; its quantity ${kept} is kept as a number`;
  warnings.add("missing_line", stated.place, detail);
}
