import type { BillMeasurement, BillNode, LineFigures } from "../bill.js";
import {
  type ComputedRow,
  countedBy,
  expressionOf,
  factorNames,
  factorOf,
  hasExpressions,
  type RowFaultCode,
  usualQuantityDecimals,
} from "../bill-measurements.js";
import { type BookPrices, isBookPrice, priceForLine } from "../book-prices/book-price.js";
import { product } from "../money.js";
import { normalized } from "../normalized.js";
import { isWholePercent } from "../percent-unit.js";
import { onOneLine, shortened } from "../shortened.js";
import { isVatLine, type TotalLines } from "../total-lines.js";
import { isKnownUnit, isSameUnit, nearestUnit } from "../units.js";
import type { WarningCollector } from "./collector.js";
import type { LabourShares } from "./labour-shares.js";
import type { LookalikeKeys } from "./lookalike-keys.js";
import { wholeRows } from "./our-keys.js";
import { type Place, pointerTo } from "./place.js";
import type { RepeatedLines } from "./repeated-lines.js";

export interface LineCheck {
  collector: WarningCollector;
  keys: LookalikeKeys;
  repeated: RepeatedLines;
  /** the units that were found to be known: a bill has few */
  goodUnits: Set<string>;
  prices: BookPrices | null;
  /** of the bill's quantities; null: the usual two */
  decimals: number | null;
  labour: LabourShares;
  totals: TotalLines;
}

type Computed = LineFigures & { index: number };
type Where = Place | string;
type Line = { line: BillNode; figures: Computed; place: Where };

/** Adds what is probably a mistake in a computed line. @param place null: the line is only remembered, for others to be compared with */
export function warnOfLine(check: LineCheck, line: BillNode, place: Where | null, titles: string): void {
  const figures = line.computed as Computed;
  const twin = check.repeated.earlier(line, figures, place, titles);
  check.labour.see(line, figures, place);
  const isTotal = check.totals.isTotal(line.desc ?? "", figures.amount, titles);
  if (place === null) return;
  const known: Line = { line, figures, place };
  warnOfKeys(check, known);
  warnOfQuantity(check, known);
  warnOfUnit(check, known);
  warnOfPercent(check, known);
  warnOfPrice(check, known);
  warnOfSlippedPrice(check, known);
  warnOfTotal(check, known, isTotal);
  if (twin !== null)
    check.collector.add(
      "repeated_line",
      () => pointerTo(place),
      () => ({
        detail: `${nameOf(known)} is the same as ${twin}: description, unit, quantity and price.`,
        suggestion: "Leave one of them out, or say in the descriptions what each is for.",
      }),
    );
}

function nameOf({ line, figures }: Line): string {
  const short = shortened(onOneLine(line.desc ?? ""), 60);
  return short === "" ? `Line ${figures.index}` : `Line ${figures.index} ("${short}")`;
}

function warnOfKeys({ collector, keys }: LineCheck, known: Line): void {
  const warn = (
    object: Record<string, unknown>,
    holder: "line" | "measurement",
    ...path: (string | number)[]
  ): void => {
    for (const { key, suggestion } of keys.within(object, holder))
      collector.add(
        "unknown_key",
        () => pointerTo(known.place, ...path, key),
        () => ({
          detail: `"${shortened(key, 80)}" is kept, but counts nothing here. ${nameOf(known)} has quantity ${known.figures.quantity} and unit price ${known.figures.unitPrice}.`,
          suggestion,
        }),
      );
  };
  warn(known.line, "line");
  for (const [row, measurement] of (known.line.measurements ?? []).entries())
    warn(measurement, "measurement", "measurements", row);
}

function warnOfQuantity(check: LineCheck, known: Line): void {
  const { line, figures, place } = known;
  const { collector, decimals } = check;
  const rows = line.measurements ?? [];
  if (line.qty !== undefined && rows.length > 0 && rounded(line.qty, decimals) !== figures.quantity)
    collector.add(
      "quantity_contradicted",
      () => pointerTo(place, "qty"),
      () => ({
        detail: `${nameOf(known)}: qty is ${line.qty}, but its measurements come to ${figures.quantity}, which is used.`,
        suggestion: "Correct the measurements, or leave them out if qty is right.",
      }),
    );
  for (const [row, measurement] of rows.entries()) warnOfMeasurement(check, known, row, measurement);
  if (figures.quantity !== 0) return;
  const field = rows.length > 0 ? ["measurements"] : line.qty === undefined ? [] : ["qty"];
  collector.add(
    "zero_quantity",
    () => pointerTo(place, ...field),
    () => ({
      detail: `${nameOf(known)} has quantity 0, so its amount is 0.`,
      suggestion:
        rows.length > 0
          ? `Give the measurements numbers under "count", "length", "width" and "height".`
          : `Give "qty", or "measurements".`,
    }),
  );
}

const seeAnother =
  /\b(?:ved(?:i|asi|ere)|v\.|come)\s{0,3}(?:(?:la|alla|da)\s{1,3})?(?:voc[ei]|v\.|riga|art(?:icolo)?\b)/i;

const deducted =
  /(?<!\b(?:non|senza|nessuna|escluse?|lordo|netto)\b.{0,20})\b(?:a d(?:edur|etrar)re|si deduc(?:e|ono)|dedott[oaie]|(?:a|in) (?:deduzione|detrazione)|deduzion[ei]|detrazion[ei])\b/i;

const rounded = (quantity: number, decimals: number | null): number =>
  product([quantity], decimals ?? usualQuantityDecimals);

function warnOfMeasurement(
  { collector, decimals }: LineCheck,
  known: Line,
  row: number,
  measurement: BillMeasurement,
): void {
  const { desc, quantity } = measurement;
  const path = ["measurements", row] as const;
  warnOfFault(collector, known, row, measurement);
  warnOfWholeRow(collector, known, row, measurement);
  if (hasExpressions(measurement)) warnOfExpressions(collector, known, row, measurement);
  const isDeduction =
    measurement.negative === true || hasTwoNegatives(measurement) || (desc && deducted.test(desc.slice(0, 500)));
  const seesAnother = desc && !measurement.sameAs && seeAnother.test(desc.slice(0, 500));
  // To count each row anew takes as long as to compute the bill.
  if (typeof quantity !== "number" && !isDeduction && !seesAnother) return;
  const counted = countedBy(measurement, decimals);
  if (typeof quantity === "number" && rounded(quantity, decimals) !== counted)
    collector.add(
      "quantity_contradicted",
      () => pointerTo(known.place, ...path, "quantity"),
      () => ({
        detail: `${nameOf(known)}: a measurement has quantity ${quantity}, but counts as ${counted}.`,
        suggestion: `A measurement's quantity comes from "count", "length", "width" and "height"; give them, or "count": ${quantity}.`,
      }),
    );
  if (counted > 0 && known.figures.unitPrice > 0 && isDeduction)
    collector.add(
      "deduction_added",
      () => pointerTo(known.place, ...path),
      () => ({
        detail: `${nameOf(known)}: ${desc ? `"${shortened(desc, 60)}"` : "a deduction"} adds ${counted} to the quantity instead of deducting it.`,
        suggestion: `To deduct it, set "negative": true, or make exactly one of its numbers negative, such as "count": -1.`,
      }),
    );
  if (Math.abs(counted) <= 1 && seesAnother)
    collector.add(
      "quantity_contradicted",
      () => pointerTo(known.place, ...path, "desc"),
      () => ({
        detail: `${nameOf(known)}: "${shortened(desc, 60)}" is only text. The other line's quantity isn't looked up, and this counts as ${counted}.`,
        suggestion: `Repeat it with "sameAs": {"line": …}, the other line's index.`,
      }),
    );
}

const calculation = /^[\d\s.,()+*/x×-]*\d[\d\s.,()+*/x×-]*$/i;

/** A row without a factor is a note, and what is written beside it counts nothing. */
function warnOfWholeRow(collector: WarningCollector, known: Line, row: number, measurement: BillMeasurement): void {
  const key = wholeRows.find((name) => measurement[name] !== undefined);
  const text = key && measurement[key];
  if (typeof text !== "string" || text.length > 200 || !calculation.test(text)) return;
  if (measurement.sameAs || measurement.kind || factorNames.some((name) => factorOf(measurement, name) !== undefined))
    return;
  collector.add(
    "unknown_key",
    () => pointerTo(known.place, "measurements", row, key as string),
    () => ({
      detail: `"${key}" is kept, but counts nothing here. ${nameOf(known)} has quantity ${known.figures.quantity} and unit price ${known.figures.unitPrice}.`,
      suggestion: `Write it as "lengthExpression", or each factor as its own.`,
    }),
  );
}

/** Two negative numbers make a positive quantity, which nobody means who writes them. */
const hasTwoNegatives = ({ count = 1, length = 1, width = 1, height = 1 }: BillMeasurement): boolean =>
  Number(count < 0) + Number(length < 0) + Number(width < 0) + Number(height < 0) > 1;

/** So far a number may be from its expression: as much as rounding it to two decimals makes. */
const roundedAway = 0.0051;

/** A number beside an expression that comes to something else: one of them was changed, and the expression counts. */
function warnOfExpressions(collector: WarningCollector, known: Line, row: number, measurement: BillMeasurement): void {
  for (const name of factorNames) {
    const [number, expression] = [measurement[name], expressionOf(measurement, name)];
    if (expression === null || number === undefined) continue;
    const value = factorOf(measurement, name);
    if (typeof value !== "number" || Math.abs(value - number) <= roundedAway) continue;
    collector.add(
      "quantity_contradicted",
      () => pointerTo(known.place, "measurements", row, name),
      () => ({
        detail: `${nameOf(known)}: ${name} is ${number}, but ${name}Expression "${shortened(expression, 60)}" comes to ${value}, which is used.`,
        suggestion: `Correct the expression, or leave it out if ${name} is right.`,
      }),
    );
  }
}

const faultDetails: Record<RowFaultCode, string> = {
  circle: "repeats a line that repeats this one in turn, so it counts 0",
  missing_line: "repeats a line that the bill doesn't have, so it counts 0",
  unreadable_expression: "has an expression that can't be read, so it counts 0",
};

function warnOfFault(collector: WarningCollector, known: Line, row: number, { computed }: BillMeasurement): void {
  const { fault } = (computed ?? {}) as Partial<ComputedRow>;
  const detail = fault && faultDetails[fault];
  if (detail)
    collector.add(
      fault,
      () => pointerTo(known.place, "measurements", row),
      () => ({ detail: `${nameOf(known)}: measurement ${row} ${detail}.`, suggestion: "Correct it, or leave it out." }),
    );
}

function warnOfUnit({ collector, goodUnits }: LineCheck, known: Line): void {
  const { unit = "" } = known.line;
  if (unit === "" || goodUnits.has(unit)) return;
  if (unit.trim() === "" || isKnownUnit(unit)) {
    goodUnits.add(unit);
    return;
  }
  collector.add(
    "unknown_unit",
    () => pointerTo(known.place, "unit"),
    () => {
      const near = nearestUnit(unit);
      return {
        detail: `${nameOf(known)}: "${shortened(unit, 80)}" isn't a unit in common use.`,
        suggestion: near ? `Did you mean "${near}"?` : "Check it: m, m², m³, kg, cad, ore and a corpo are usual.",
      };
    },
  );
}

/** What printed bills have below their lines: a total would count twice, and a bill is without VAT. */
function warnOfTotal({ collector }: LineCheck, known: Line, isTotal: boolean): void {
  const { line, figures, place } = known;
  if (!isTotal && (figures.amount === 0 || !isVatLine(line.desc ?? ""))) return;
  const what = isTotal
    ? `repeats the sum of the lines above it, ${figures.amount} euro, which count twice so`
    : `is VAT, and its ${figures.amount} euro count as works`;
  collector.add(
    "total_line",
    () => pointerTo(place, "desc"),
    () => ({
      detail: `${nameOf(known)} ${what}.`,
      suggestion: isTotal
        ? "Leave it out: totals are computed."
        : "Leave it out: a bill is without VAT, and a quote that is drafted from it has vatPct.",
    }),
  );
}

function warnOfPercent({ collector }: LineCheck, known: Line): void {
  const { quantity, unitPrice, amount } = known.figures;
  if (!isWholePercent(known.line.unit ?? "", quantity, unitPrice)) return;
  collector.add(
    "percent_unit",
    () => pointerTo(known.place, "unit"),
    () => ({
      detail: `${nameOf(known)}: unit is %, but its amount is quantity × price, ${quantity} × ${unitPrice} = ${amount} euro.`,
      suggestion: `If ${quantity} % of ${unitPrice} euro is meant, write it as quantity ${product([quantity, 0.01], 6)}.`,
    }),
  );
}

/** What is agreed on is nearer to the list price; this far from it a decimal mark was lost. The tiny part is for binary fractions. */
const slippedTimes = 10 * (1 - 1e-9);

function warnOfSlippedPrice({ collector }: LineCheck, known: Line): void {
  const { price = 0, listPrice = 0 } = known.line;
  const less = Math.min(Math.abs(price), Math.abs(listPrice));
  if (less === 0 || Math.max(Math.abs(price), Math.abs(listPrice)) < less * slippedTimes) return;
  collector.add(
    "price_differs",
    () => pointerTo(known.place, "price"),
    () => ({
      detail: `${nameOf(known)}: price is ${price}, but its listPrice is ${listPrice}.`,
      suggestion: "Check the price and its decimal mark.",
    }),
  );
}

function warnOfPrice({ collector, prices }: LineCheck, known: Line): void {
  const { line, figures, place } = known;
  const inBooks = (line.code && prices?.get(line.code)) || [];
  const { unit = "" } = line;
  const inItsUnit = inBooks.filter((book) => unit.trim() === "" || isSameUnit(book.unit, unit));
  const [first] = inItsUnit;
  const [other] = inBooks;
  if (!first && other)
    collector.add(
      "unit_differs",
      () => pointerTo(place, "unit"),
      () => ({
        detail: `${nameOf(known)}: unit is ${shortened(unit, 80)}, but code ${line.code} costs ${other.price} euro per ${other.unit} in "${other.bookName}".`,
        suggestion: "Correct the unit and the quantity, or leave the code out.",
      }),
    );
  if (figures.unitPrice === 0) {
    collector.add(
      "zero_price",
      () => pointerTo(place, ...(line.price === undefined ? [] : ["price"])),
      () => ({
        detail: `${nameOf(known)} has no unit price, so its amount is 0.`,
        suggestion: first
          ? `Code ${line.code} costs ${priceForLine(first)} euro in "${first.bookName}": use fill_bill_prices, or give "price".`
          : `Give "price" or "listPrice".`,
      }),
    );
    return;
  }
  const field = line.listPrice === undefined ? "price" : "listPrice";
  const price = line[field] as number;
  if (!first || price === 0 || inItsUnit.some((book) => isBookPrice(price, book))) return;
  const named = inItsUnit.find(({ bookName }) => normalized(bookName) === normalized(line.priceBook ?? "")) ?? first;
  collector.add(
    "price_differs",
    () => pointerTo(place, field),
    () => ({
      detail: `${nameOf(known)}: ${field} is ${price}, but code ${line.code} costs ${named.price} euro per ${named.unit} in "${named.bookName}".`,
      suggestion:
        field === "price"
          ? `Check the price; if it differs on purpose, give the book's as "listPrice" beside it.`
          : "Check the list price, or the edition of the price book.",
    }),
  );
}
