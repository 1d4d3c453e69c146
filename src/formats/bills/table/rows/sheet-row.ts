import type { FactorName } from "../../../../domain/bill/bill-measurements.js";
import { isSameUnit } from "../../../../domain/units.js";

/** A dimension: a number, an expression that can be evaluated, or null for what is neither. */
export type Factor = number | { expression: string; value: number } | null;

/** A cell of words alone where a number belongs. */
export interface WordyCell {
  place: string;
  field: "quantity" | "price";
  written: string;
}

/** What a row of a bill's table says, whatever it is. */
export interface BillTableRow {
  place: string;
  /** as it stands there: the line's number, or a section's */
  number: string;
  code: string;
  text: string;
  /** whether its text stands before the column of descriptions, as titles do */
  isTextApart?: boolean;
  unit: string;
  factors: Map<FactorName, Factor>;
  quantity: number | null;
  price: number | null;
  /** what stands there instead of its quantity or price */
  words: WordyCell[];
  amount: number | null;
  labourPct: number | null;
  safetyPct: number | null;
  safety: boolean;
}

/** A row, with its text as labels are compared. */
export interface LabelledRow extends BillTableRow {
  label: string;
}

/** A row of a sheet, and what it is. */
export interface SheetRow extends LabelledRow {
  kind: RowKind;
}

/**
 * What a row of a bill's table is:
 * - `section`: numbered as our own exports number sections; `text`: words alone, a section's title or a note beneath a line
 * - `line`: a voce; `measurement`: a row of its measurement sheet; `partial`
 * - `sum`: SOMMANO, with the line's quantity and often its price and amount
 * - `total`: of a section or of all
 * - `vat`: an amount of VAT, which no bill counts; `discount`: the amount of a discount on what stands above
 * - `part`: how much of what stands above is labour, safety or the like; `rate`: a discount's percentage alone
 * - `skip`: carried over between pages, or empty
 */
export type RowKind =
  | "section"
  | "text"
  | "line"
  | "measurement"
  | "partial"
  | "sum"
  | "total"
  | "vat"
  | "discount"
  | "part"
  | "rate"
  | "skip";

/** Of rows that count nothing and belong to nothing. */
export const leftOut: ReadonlySet<RowKind | undefined> = new Set<RowKind>(["part", "rate", "skip"]);

/** Of rows that say what those above come to, with what is added and taken off. */
export const closing: ReadonlySet<RowKind> = new Set<RowKind>(["total", "vat", "discount"]);

/** Longer texts describe works. */
export const longTextChars = 300;

/** Whether a row that has a code or number, and so looks like a line, says nothing of how much is done: no unit, quantity or price. */
export const isBare = ({ text, unit, factors, quantity, price, words }: BillTableRow): boolean =>
  text !== "" &&
  text.length <= longTextChars &&
  unit === "" &&
  factors.size === 0 &&
  quantity === null &&
  price === null &&
  words.length === 0;

/** Whether a row has a number or code. */
export const isNamed = ({ number, code }: BillTableRow): boolean => number !== "" || code !== "";

/** Whether a row says in place of a quantity that it is a lump sum. */
export const saysLumpSum = ({ words }: BillTableRow): boolean =>
  words.some(({ field, written }) => field === "quantity" && isSameUnit(written, "a corpo"));
