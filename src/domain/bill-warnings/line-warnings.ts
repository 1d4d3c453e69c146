import { type BillNode, computedLine } from "../bill/bill.js";
import type { BookPrices } from "../book-prices/book-price.js";
import { product } from "../money.js";
import { isWholePercent } from "../percent-unit.js";
import { shortened } from "../text/shortened.js";
import { isVatLine, type TotalLines } from "../total-lines.js";
import { isKnownUnit, nearestUnit } from "../units.js";
import { CheckedLine } from "./checked-line.js";
import type { WarningCollector } from "./collector.js";
import type { LabourShares } from "./labour-shares.js";
import type { LookalikeKeys } from "./lookalike-keys.js";
import { rounded, warnOfMeasurement } from "./measurement-warnings.js";
import type { Place } from "./place.js";
import { warnOfPrice, warnOfSlippedPrice } from "./price-warnings.js";
import { type RepeatedLines, twinName } from "./repeated-lines.js";

export interface LineCheck {
  collector: WarningCollector;
  keys: LookalikeKeys;
  repeated: RepeatedLines;
  /** the units already found to be known: a bill has few */
  goodUnits: Set<string>;
  prices: BookPrices | null;
  /** of the bill's quantities; null: the usual two */
  decimals: number | null;
  labour: LabourShares;
  totals: TotalLines;
}

/** Adds warnings for probable mistakes in a computed line. @param place null: the line is only remembered, to compare others with */
export function warnOfLine(check: LineCheck, node: BillNode, place: Place | string | null, titles: string): void {
  const figures = computedLine(node);
  const twin = check.repeated.earlier(figures, place, titles);
  check.labour.see(figures, place);
  const isTotal = check.totals.isTotal(node.desc ?? "", figures.amount, titles);
  if (place === null) {
    // What is inserted again where it was inserted before stands ahead of it.
    if (twin?.place != null) {
      warnOfTwin(new CheckedLine(twin.line, twin.place, check.collector), { line: figures, place });
      twin.place = null;
    }
    return;
  }
  const line = new CheckedLine(figures, place, check.collector);
  warnOfKeys(line, check.keys);
  warnOfQuantity(line, check.decimals);
  warnOfUnit(line, check.goodUnits);
  warnOfPercent(line);
  warnOfPrice(line, check.prices);
  warnOfSlippedPrice(line);
  warnOfTotal(line, isTotal);
  if (twin !== null) warnOfTwin(line, twin);
}

const warnOfTwin = (line: CheckedLine, twin: Parameters<typeof twinName>[0]): void =>
  line.warn("repeated_line", [], () => ({
    detail: `${line.name} is the same as ${twinName(twin)}: description, unit, quantity and price.`,
    suggestion: "Leave one of them out, or say in the descriptions what each is for.",
  }));

function warnOfKeys(line: CheckedLine, keys: LookalikeKeys): void {
  for (const { key, suggestion } of keys.within(line.node, "line")) line.warnOfKey([], key, suggestion);
  for (const [row, measurement] of (line.node.measurements ?? []).entries())
    for (const { key, suggestion } of keys.within(measurement, "measurement"))
      line.warnOfKey(["measurements", row], key, suggestion);
}

function warnOfQuantity(line: CheckedLine, decimals: number | null): void {
  const { qty, measurements: rows = [] } = line.node;
  const { quantity } = line.figures;
  if (qty !== undefined && rows.length > 0 && rounded(qty, decimals) !== quantity)
    line.warn("quantity_contradicted", ["qty"], () => ({
      detail: `${line.name}: qty is ${qty}, but its measurements come to ${quantity}, which is used.`,
      suggestion: "Correct the measurements, or leave them out if qty is right.",
    }));
  for (const [row, measurement] of rows.entries()) warnOfMeasurement(line, row, measurement, decimals);
  if (quantity !== 0) return;
  const path = rows.length > 0 ? ["measurements"] : qty === undefined ? [] : ["qty"];
  line.warn("zero_quantity", path, () => ({
    detail: `${line.name} has quantity 0, so its amount is 0.`,
    suggestion:
      rows.length > 0
        ? `Give the measurements numbers under "count", "length", "width" and "height".`
        : `Give "qty", or "measurements".`,
  }));
}

function warnOfUnit(line: CheckedLine, goodUnits: Set<string>): void {
  const { unit = "" } = line.node;
  if (unit === "" || goodUnits.has(unit)) return;
  if (unit.trim() === "" || isKnownUnit(unit)) {
    goodUnits.add(unit);
    return;
  }
  line.warn("unknown_unit", ["unit"], () => {
    const near = nearestUnit(unit);
    return {
      detail: `${line.name}: "${shortened(unit, 80)}" isn't a unit in common use.`,
      suggestion: near ? `Did you mean "${near}"?` : "Check it: m, m², m³, kg, cad, ore and a corpo are usual.",
    };
  });
}

function warnOfPercent(line: CheckedLine): void {
  const { quantity, unitPrice, amount } = line.figures;
  const { unit = "", desc = "" } = line.node;
  if (!isWholePercent(unit, quantity, unitPrice, desc)) return;
  line.warn("percent_unit", ["unit"], () => ({
    detail: `${line.name}: unit is %, but its amount is quantity × price, ${quantity} × ${unitPrice} = ${amount} euro.`,
    suggestion: `If ${quantity} % of ${unitPrice} euro is meant, write it as quantity ${product([quantity, 0.01], 6)}.`,
  }));
}

/** What printed bills have below their lines: a total would count twice, and a bill is without VAT. */
function warnOfTotal(line: CheckedLine, isTotal: boolean): void {
  const { amount } = line.figures;
  if (!isTotal && (amount === 0 || !isVatLine(line.node.desc ?? ""))) return;
  const what = isTotal
    ? `repeats the sum of the lines above it, ${amount} euro, which count twice so`
    : `is VAT, and its ${amount} euro count as works`;
  line.warn("total_line", ["desc"], () => ({
    detail: `${line.name} ${what}.`,
    suggestion: isTotal
      ? "Leave it out: totals are computed."
      : "Leave it out: a bill is without VAT, and a quote that is drafted from it has vatPct.",
  }));
}
