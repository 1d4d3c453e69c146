import { amountEuro, product, sum } from "../../../../domain/money.js";
import { isKnownUnit, isSameUnit } from "../../../../domain/units.js";
import { isAbout } from "../is-about.js";
import { saysDeduction } from "../rows/says-deduction.js";
import { isNamed, leftOut, type RowKind, type SheetRow } from "../rows/sheet-row.js";
import { saysSum, unitAlone } from "../rows/sum-words.js";
import { addCosts, costsOf, type Figures, type LineCosts } from "./costs.js";

const none: Figures = { quantity: null, price: null, amount: null };

/** What a row beneath may be the sum of. */
interface OpenLine {
  /** what stands beside it */
  line: Figures;
  unit: string;
  /** whether it has a number or code, as the works beneath it then have */
  isNumbered: boolean;
  /** what it costs, also by its measurements; of words, what the line above them does */
  costs: LineCosts;
  /** how many rows are measured beneath it */
  rows: number;
  /** what they come to with its own row; null: it isn't known */
  measured: number | null;
}

/** Of rows above which no line has ended. */
const goesOn: ReadonlySet<RowKind | undefined> = new Set<RowKind>(["measurement", "partial", "sum"]);

const opened = (row: SheetRow): OpenLine => ({
  line: row,
  unit: row.unit,
  isNumbered: isNamed(row),
  costs: costsOf(row),
  rows: 0,
  measured: 0,
});

/** Words that may begin a line beneath another, or name a place of that. */
const beganByWords = (row: SheetRow, above: OpenLine | undefined): OpenLine => {
  const words = opened({ ...row, ...none });
  return { ...words, costs: above?.costs ?? words.costs };
};

/** A line whose own row is its first measurement, and has the quantity of that. */
const measuredItself = (row: SheetRow): OpenLine => ({
  ...opened({ ...row, quantity: null }),
  measured: countedBy(row),
});

/**
 * Takes rows for the sum of the line above that don't say SOMMANO and say no work either: by their words, `Totale m²`, or because what is
 * measured above comes to their quantity. As lines they would be priced in place of their own line, as measurements count twice.
 * @param behind by row, what comes next that isn't only words
 */
export function takeLineSums(rows: readonly SheetRow[], behind: readonly (RowKind | undefined)[]): void {
  /** the last line, and the last words beneath it, which may begin another or name a place */
  let open: OpenLine[] = [];
  for (const [at, row] of rows.entries()) {
    const isLast = !goesOn.has(behind[at]);
    if (mayBeSum(row) && open.some((each) => isSumOf(each, row, isLast))) row.kind = "sum";
    if (leftOut.has(row.kind) || row.kind === "partial") continue;
    if (row.kind === "measurement") open = open.map((each) => withRow(each, row));
    else if (row.kind === "text" && row.amount === null) open = [...open.slice(0, 1), beganByWords(row, open[0])];
    else if (row.kind !== "line") open = [];
    else open = [row.factors.size > 0 ? measuredItself(row) : opened(row)];
  }
}

/** Whether a row has figures, and is no line by its number or code. */
function mayBeSum({ kind, number, code, factors, quantity, price, amount }: SheetRow): boolean {
  if (number !== "" || code !== "" || factors.size > 0) return false;
  if (kind === "line" || kind === "measurement") return (quantity ?? price ?? amount) !== null;
  return (kind === "text" || kind === "skip") && price !== null && amount !== null;
}

const isSame = (one: number | null, other: number | null): boolean =>
  one === null || other === null || isAbout(one, other);

/** @param isLast whether no measurement follows, nor a sum that says it */
function isSumOf(open: OpenLine, row: SheetRow, isLast: boolean): boolean {
  const { line, unit, costs, rows, measured } = open;
  const { text, quantity, price, amount } = row;
  const isOther = !isSame(quantity, line.quantity) || !isSame(price, line.price) || !isSame(amount, line.amount);
  if (isOther) return false;
  const isPriced = price !== null || amount !== null;
  if (quantity === 0 && !isPriced) return false;
  if (saysSum(text, isPriced)) return true;
  if (row.unit !== "" && unit !== "" && !isSameUnit(row.unit, unit)) return false;
  // What stands beneath a line without words is what the line lacks, or has.
  if (text === "" && (isPriced ? isMissing(row, costs) : rows > 0 && line.quantity !== null)) return true;
  const isUnit = isKnownUnit(unitAlone(text));
  // Two measurements may be alike.
  if ((text === "" || isUnit) && !isPriced && !isLast) return false;
  // Works may be alike, too.
  const mayBeOfLine = open.isNumbered ? isSame(price, costs.price) : isMissing(row, costs);
  if (isPriced && text !== "" && !mayBeOfLine) return false;
  const isKnown = text === "" || isUnit || isPriced || line.quantity !== null || line.amount !== null;
  return isKnown && rows > 0 && comesTo(measured, row, line);
}

/** Whether a price or an amount is missed, and the price is no other. */
const isMissing = ({ price, amount }: Figures, costs: Figures): boolean =>
  isSame(price, costs.price) &&
  ((price !== null && costs.price === null) || (amount !== null && costs.amount === null));

/** Whether what is measured has this quantity, or costs this amount. */
function comesTo(measured: number | null, { quantity, price, amount }: Figures, line: Figures): boolean {
  if (measured === null) return false;
  if (quantity !== null) return isAbout(measured, quantity);
  const each = price ?? line.price;
  return each !== null && amount !== null && isAbout(amountEuro(measured, each), amount);
}

function withRow(open: OpenLine, row: SheetRow): OpenLine {
  const counted = countedBy(row);
  const costs = { ...open.costs };
  addCosts(costs, row);
  const measured = open.measured === null || counted === null ? null : sum([open.measured, counted]);
  return { ...open, costs, rows: open.rows + 1, measured };
}

/** What a measurement counts, as it stands there or by its dimensions; null: it isn't known. */
function countedBy({ text, factors, quantity }: SheetRow): number | null {
  // Without dimensions, two rows of one piece each would be a row and its sum.
  if (factors.size === 0) return null;
  if (quantity !== null) return quantity;
  const values = [...factors.values()].map((factor) => (typeof factor === "number" ? factor : (factor?.value ?? null)));
  if (values.includes(null)) return null;
  const counted = product(values as number[], 2);
  return saysDeduction(text) && counted > 0 ? -counted : counted;
}
