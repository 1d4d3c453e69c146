import type { FoundHeader } from "../../../tables/find-header.js";
import { normalizedHeading } from "../../../tables/headings.js";
import { inColumn } from "../../../tables/table-row.js";
import { billHeadings } from "../layout.js";

/** What a sheet's headings say of it. */
export interface SheetLayout {
  /** whether it has the headings of our exports alone; in these nothing has to be guessed */
  isOwn: boolean;
  hasPriceColumn: boolean;
  /** whether a column says which lines are costs of safety */
  hasSafetyColumn: boolean;
  /** one column has both, in two rows */
  hasNumbersAboveCodes: boolean;
  /** whether the shares of labour are headed as percentages */
  isLabourPercent: boolean;
}

const ownHeadings: Set<string> = new Set(Object.values(billHeadings).map(normalizedHeading));

const areOwn = (headings: readonly string[]): boolean =>
  headings.length >= 9 &&
  headings.every((heading) => ownHeadings.has(heading)) &&
  headings[0] === normalizedHeading(billHeadings.number);

export function sheetLayout({ columns, headings }: FoundHeader): SheetLayout {
  const isOwn = areOwn(headings);
  return {
    isOwn,
    hasPriceColumn: columns.price !== undefined,
    hasSafetyColumn: columns.safety !== undefined || isOwn,
    hasNumbersAboveCodes: inColumn(headings, columns.code) === "num ord tariffa",
    isLabourPercent: inColumn(headings, columns.labourPct)?.includes("%") ?? false,
  };
}
