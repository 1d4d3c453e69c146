import { type FactorName, factorNames } from "../../../../domain/bill/bill-measurements.js";
import { evaluateExpression } from "../../../../domain/bill/expression.js";
import { isWithinBounds } from "../../../../domain/number-limits.js";
import { inOneForm } from "../../../../domain/text/one-form.js";
import { shortened } from "../../../../domain/text/shortened.js";
import { isSameUnit } from "../../../../domain/units.js";
import type { Columns, Field } from "../../../tables/headings.js";
import {
  areRatios,
  faultIn,
  NumberColumn,
  type NumberReading,
  numberIn,
  statesPercent,
  withoutNoise,
} from "../../../tables/italian-number.js";
import { type Cell, cellText, inColumn, type TableRow } from "../../../tables/table-row.js";
import type { WarningList } from "../../../warning-list.js";
import type { SheetLayout } from "../sheets/sheet-layout.js";
import { digitsAndUnit } from "./digits-and-unit.js";
import type { BillTableRow, Factor, WordyCell } from "./sheet-row.js";

const isDate = /^\d{1,2}\/\d{1,2}\/\d{4}(?:\s|$)/;

/** The detail of a warning `unreadable_number`. */
export const unreadable = (field: Field, written: string): string =>
  `${field}: "${shortened(written, 60)}" can't be read as a number; it is left out`;

const numeric: Field[] = [...factorNames, "quantity", "price", "amount", "labourPct", "safetyPct"];

/** Whether a unit may stand behind its numbers. */
const hasUnit = (field: Field): boolean => field === "quantity" || field === "price";

/** Reads the cells of a sheet's rows, by its columns. */
export class BillTableCells {
  readonly #numbers = new Map<Field, NumberColumn>();
  /** how the texts under numbers and codes begin that have a third part: `1.1` of `1.1.2` */
  readonly #groups = new Set<string>();
  #labourFactor = 1;
  #hasOddSafety = false;

  constructor(
    private readonly columns: Columns,
    private readonly warnings: WarningList,
    private readonly layout: SheetLayout,
  ) {
    const all = new NumberColumn();
    for (const field of numeric) if (columns[field] !== undefined) this.#numbers.set(field, new NumberColumn(all));
  }

  /** Learns from all rows how each column writes its numbers, and whether shares of labour are ratios. */
  observe(rows: readonly TableRow[]): void {
    const shares: number[] = [];
    let first = "";
    for (const { place, cells } of rows) {
      for (const field of ["number", "code"] as const) {
        const [group] = /^\d+\.\d+(?=\.\d)/.exec(cellText(this.#cell(cells, field))) ?? [];
        if (group) this.#groups.add(group);
      }
      for (const [field, numbers] of this.#numbers) {
        const cell = this.#cell(cells, field);
        numbers.observe(hasUnit(field) ? (digitsAndUnit(cell)?.digits ?? cell) : cell);
      }
      const share = numberIn(this.#reading(cells, "labourPct"));
      if (!share || statesPercent(this.#cell(cells, "labourPct"))) continue;
      first ||= place;
      shares.push(share);
    }
    if (!areRatios(shares)) return;
    const { isOwn, isLabourPercent } = this.layout;
    this.#labourFactor = isOwn ? 1 : 100;
    if (!isLabourPercent) return;
    const as = isOwn ? "percentages, as the heading says" : "parts of 1, 0.35 for 35 %";
    this.warnings.add("doubtful_share", first, `all shares of labour are at most 1; they are read as ${as}`);
  }

  read({ place, cells }: TableRow): BillTableRow {
    const text = (field: Field): string => cellText(this.#cell(cells, field));
    const words: WordyCell[] = [];
    let unit = text("unit");
    const isLine = text("code") !== "" || text("price") !== "";
    const number = (field: Field): number | null => {
      const found = hasUnit(field) ? this.#withUnit(cells, field, unit) : null;
      if (!found) return this.#number(cells, field, place, words);
      if (isLine) unit ||= found.unit;
      return found.value;
    };
    const factors = new Map<FactorName, Factor>();
    for (const name of factorNames) {
      const factor = this.#factor(cells, name);
      if (factor !== undefined) factors.set(name, factor);
    }
    const quantity = number("quantity");
    const price = number("price");
    const labour = number("labourPct");
    const labourFactor = statesPercent(this.#cell(cells, "labourPct")) ? 1 : this.#labourFactor;
    return {
      place,
      number: this.#codeText(cells, "number"),
      code: this.#codeText(cells, "code"),
      text: text("description"),
      unit,
      factors,
      quantity,
      price,
      words,
      amount: number("amount"),
      labourPct: this.#share(
        labour === null || labourFactor === 1 ? labour : withoutNoise(labour * labourFactor),
        "labour",
        place,
      ),
      safetyPct: this.#share(number("safetyPct"), "safety", place),
      safety: this.#isSafety(text("safety"), place),
    };
  }

  /** A column of safety holds marks. Amounts in it are in no line's price, and are said once not to be read. */
  #isSafety(written: string, place: string): boolean {
    if (/^(s[iì]|x|vero|1|true)$/i.test(inOneForm(written))) return true;
    if (/^[-–—\s€]*$|^(no?|falso|0+([.,]0+)?|false)$/i.test(written) || this.#hasOddSafety) return false;
    this.#hasOddSafety = true;
    const detail = `the column of safety holds "${shortened(written, 60)}", which is no mark (sì, x, no); such values aren't read`;
    this.warnings.add("column_not_read", place, detail);
    return false;
  }

  /** A number or code as it is shown, `1.10`; where it is above a text, as that begins: 1.1 above `1.1.2`. */
  #codeText(cells: readonly Cell[], field: "number" | "code"): string {
    const cell = this.#cell(cells, field);
    const shown = cellText(cell);
    if (cell === null || typeof cell !== "object" || this.#groups.has(shown)) return shown;
    const held = String(cell.number);
    return this.#groups.has(held) ? held : shown;
  }

  #cell(cells: readonly Cell[], field: Field): Cell | undefined {
    return inColumn(cells, this.columns[field]);
  }

  #reading(cells: readonly Cell[], field: Field): NumberReading {
    return this.#numbers.get(field)?.read(this.#cell(cells, field)) ?? { fault: "empty" };
  }

  /** @param words takes what is no number, of which one knows with the line whether it is missed: a lump sum counts by its amount */
  #number(cells: readonly Cell[], field: Field, place: string, words: WordyCell[]): number | null {
    const reading = this.#reading(cells, field);
    const value = numberIn(reading);
    if (value !== null && isWithinBounds(value)) return value;
    if (faultIn(reading) === "empty") return null;
    const written = cellText(this.#cell(cells, field));
    // Words stand in these columns too: `a corpo`, headings repeated on each page.
    if (/\d/.test(written)) this.warnings.add("unreadable_number", place, unreadable(field, written));
    else if (field === "quantity" || field === "price") words.push({ place, field, written });
    return null;
  }

  /** A number that its unit stands behind, `10 mc`, `€ 12,50/mc`, if the row has no unit or this one; null: it is none such. */
  #withUnit(cells: readonly Cell[], field: Field, ofRow: string): { value: number; unit: string } | null {
    const found = digitsAndUnit(this.#cell(cells, field));
    const reading = found && this.#numbers.get(field)?.read(found.digits);
    const value = reading ? numberIn(reading) : null;
    if (!found || value === null || !isWithinBounds(value)) return null;
    const { unit } = found;
    return ofRow === "" || isSameUnit(unit, ofRow) ? { value, unit } : null;
  }

  #factor(cells: readonly Cell[], name: FactorName): Factor | undefined {
    const reading = this.#reading(cells, name);
    if (faultIn(reading) === "empty") return undefined;
    const number = numberIn(reading);
    if (number !== null) {
      const value = statesPercent(this.#cell(cells, name)) ? withoutNoise(number / 100) : number;
      return isWithinBounds(value) ? value : null;
    }
    const expression = cellText(this.#cell(cells, name)).replace(/^=/, "");
    // A spreadsheet makes a date of 1/2, and by its numbers it would be next to nothing.
    const value = isDate.test(expression) ? null : evaluateExpression(expression);
    return value === null || !isWithinBounds(value) ? null : { expression, value };
  }

  #share(share: number | null, of: string, place: string): number | null {
    if (share === null || (share >= 0 && share <= 100)) return share;
    this.warnings.add(
      "unreadable_share",
      place,
      `the share of ${of} is ${share} %, not between 0 and 100; it is left out`,
    );
    return null;
  }
}
