import type { BillMeasurement } from "../../../../domain/bill/bill.js";
import type { FactorName } from "../../../../domain/bill/bill-measurements.js";
import { product } from "../../../../domain/money.js";
import type { WarningList } from "../../../warning-list.js";
import { countAs, neutralise } from "../../quantities.js";
import { isAbout } from "../is-about.js";
import { seesLine } from "../layout.js";
import { saysDeduction } from "../rows/says-deduction.js";
import type { BillTableRow, Factor } from "../rows/sheet-row.js";

/** A measurement row and the quantity that the file states for it. */
export interface StatedRow {
  place: string;
  row: BillMeasurement;
  /** its factors' values; null where it repeats a line or can't be counted */
  factors: number[] | null;
  quantity: number | null;
  /** what it repeats by its words */
  sees?: SeenLine;
}

/** The line that a row repeats, as its file numbers it, and by which factor. */
export interface SeenLine {
  number: string;
  factor: number | undefined;
  /** the row's own factors */
  factors: number[];
  /** the row's words as they stand there */
  text: string;
}

/** A row of a measurement sheet. What it repeats is settled when all lines are known. */
export function measurementOf(row: BillTableRow, warnings: WarningList): StatedRow {
  const seen = seenIn(row.text);
  const measured: BillMeasurement = {};
  const desc = seen ? seen.desc : row.text;
  if (desc !== "") measured.desc = desc;
  const factors: number[] = [];
  for (const [name, factor] of row.factors) {
    if (factor === null) continue;
    setFactor(measured, name, factor);
    factors.push(typeof factor === "number" ? factor : factor.value);
  }
  const stated: StatedRow = {
    place: row.place,
    row: measured,
    factors: seen ? null : factors,
    quantity: row.quantity,
  };
  if ([...row.factors.values()].includes(null)) keepStated(stated, warnings);
  else if (seen) stated.sees = { number: seen.number, factor: seen.factor, factors, text: row.text };
  else if (factors.length === 0 && row.quantity) {
    measured.count = row.quantity;
    stated.factors = [row.quantity];
  } else if (isDeducted(row, factors)) measured.negative = true;
  return stated;
}

/**
 * Whether a row only has the words of a repetition: its own dimensions count what the file states, and with the line that it names they
 * would not.
 * @param repeated the quantity that the file states for that line; null: none, or one that was changed; undefined: it has no such line
 */
export function onlySays({ sees, quantity }: StatedRow, repeated: number | null | undefined): boolean {
  if (!sees || quantity === null || repeated === null || sees.factors.length === 0) return false;
  const { factors, factor = 1 } = sees;
  // The file may round to fewer decimals than two; but a quantity of 6 may be 6,00 too, so what comes to 6 goes before what is rounded to it.
  const shown = String(quantity).split(".")[1]?.length ?? 0;
  for (const decimals of repeated === undefined ? [10] : [10, shown]) {
    const comesOut = (counted: number[]): boolean => isAbout(Math.abs(product(counted, decimals)), Math.abs(quantity));
    const repeats = repeated !== undefined && comesOut([...factors, factor, repeated]);
    if (repeats || comesOut(factors)) return !repeats;
  }
  return false;
}

/** Makes a row that only has the words of a repetition a row as any other. */
export function takeByItself(stated: StatedRow): void {
  const { row, sees, quantity } = stated;
  if (!sees) return;
  row.desc = sees.text;
  stated.factors = sees.factors;
  delete stated.sees;
  if (quantity !== null && quantity < 0 && product(sees.factors, 10) > 0) row.negative = true;
}

/**
 * Whether a row takes off what it repeats. Only the signs tell: the line's own quantity may have been changed in the file, and this one
 * left as it was.
 * @param repeated the quantity of the line that it repeats, as the file states it
 */
export const takesOff = ({ sees, quantity }: StatedRow, repeated: number): boolean =>
  sees !== undefined &&
  quantity !== null &&
  product([...sees.factors, sees.factor ?? 1], 10) > 0 &&
  Math.sign(quantity) * Math.sign(repeated) < 0;

/** How other programs say that a row repeats a line: `VEDI VOCE N° 12 [mq 15,85]`. */
const foreignSeesLine = /\b(?:vedi|come) (?:la )?voce\s{0,3}(?:n(?:r|°|º|um)?\.?)?\s{0,3}(\d{1,6})/i;

/** What a row's words say that it repeats, and what they say besides. */
function seenIn(text: string): (Pick<SeenLine, "number" | "factor"> & { desc: string }) | null {
  const own = seesLine.exec(text);
  if (own) return { number: own[1] ?? "", factor: timesOf(own[2]), desc: own[3] ?? "" };
  const foreign = foreignSeesLine.exec(text.slice(0, 300));
  if (!foreign) return null;
  const [words, number = ""] = foreign;
  const desc = text.slice(0, foreign.index) + text.slice(foreign.index + words.length);
  return { number, factor: undefined, desc: desc.trim() };
}

function timesOf(text: string | undefined): number | undefined {
  const times = text?.trim() ? Number(text.replace(",", ".")) : Number.NaN;
  return Number.isFinite(times) ? times : undefined;
}

/** A row whose dimensions can't be read keeps the quantity that the file states. */
function keepStated({ row, place, quantity }: StatedRow, warnings: WarningList): void {
  if (quantity === null) neutralise(row);
  else countAs(row, quantity);
  warnings.add(
    "unreadable_expression",
    place,
    `a dimension can't be read; ${quantity === null ? "the row counts 0" : `its quantity ${quantity} is kept`}`,
  );
}

function setFactor(row: BillMeasurement, name: FactorName, factor: Exclude<Factor, null>): void {
  if (typeof factor === "number") row[name] = factor;
  else row[`${name}Expression`] = factor.expression;
}

/** A deduction has positive dimensions and a negative quantity; where no quantity stands, the words tell. */
function isDeducted({ text, quantity }: BillTableRow, factors: readonly number[]): boolean {
  if (factors.length === 0 || product([...factors], 10) <= 0) return false;
  return quantity === null ? saysDeduction(text) : quantity < 0;
}
