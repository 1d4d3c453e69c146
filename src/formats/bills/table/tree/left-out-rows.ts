import { listed } from "../../../../domain/text/listed.js";
import { shortened } from "../../../../domain/text/shortened.js";
import type { FormatWarningCode } from "../../../format-warning.js";
import type { WarningList } from "../../../warning-list.js";
import type { BillTableRow } from "../rows/sheet-row.js";

const maxNamed = 20;

const reasons = {
  /** place and date, who signs, what the prices are taken from */
  words_below_total: "they are below the total",
  part_left_out: "they are a part of what stands above",
  discount: "a discount in percent is no line; a quote has discountPct for it",
} satisfies Partial<Record<FormatWarningCode, string>>;
type Code = keyof typeof reasons;

/** The rows of a sheet that are left out, by why they are. */
export class LeftOutRows {
  readonly #rows: Record<Code, BillTableRow[]> = { words_below_total: [], part_left_out: [], discount: [] };

  add(code: Code, row: BillTableRow): void {
    this.#rows[code].push(row);
  }

  /** Whether any of the words below the total has an amount. */
  get haveAmountBelow(): boolean {
    return this.#rows.words_below_total.some(({ amount }) => amount !== null);
  }

  /** Warns once of all of each kind. */
  tell(warnings: WarningList): void {
    for (const [code, reason] of Object.entries(reasons) as [Code, string][]) {
      const [first] = this.#rows[code];
      const named = listed(this.#rows[code].map(withFigure), maxNamed, ", ");
      if (first) warnings.add(code, first.place, `left out because ${reason}: ${named}`);
    }
  }
}

/** A row's words, for a warning. */
export const shown = ({ text, code }: BillTableRow): string => `"${shortened(text || code, 60)}"`;

const withFigure = (row: BillTableRow): string =>
  row.amount === null ? `${shown(row)}${rateOf(row)}` : `${shown(row)} ${row.amount} euro`;

/** The percentage beside words, such as a discount's. */
const rateOf = ({ unit, quantity, price }: BillTableRow): string =>
  unit.trim() === "%" && (quantity ?? price) !== null ? ` ${quantity ?? price} %` : "";
