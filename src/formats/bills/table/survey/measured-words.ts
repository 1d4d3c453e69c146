import { isPlainNumber } from "../rows/row-kind.js";
import { closing, leftOut, type RowKind, type SheetRow } from "../rows/sheet-row.js";

/** Of rows between a line's words and its sum. */
const withinLine: ReadonlySet<RowKind | undefined> = new Set(["measurement", "partial", "text", ...leftOut]);

/**
 * Words above measurements or a sum that belong to no line are one, whose unit and price the sum may have: the last of them that are
 * numbered, else the last. So are they beneath a line that has its amount beside it, where they begin another.
 */
export function takeMeasuredForLines(rows: readonly SheetRow[]): void {
  let hasLine = false;
  /** the open line, if its own row has its amount and nothing has been measured beneath it */
  let whole: SheetRow | null = null;
  let words: SheetRow | null = null;
  for (const [at, row] of rows.entries()) {
    const { kind, amount } = row;
    if (leftOut.has(kind)) continue;
    const isText = kind === "text" || isTotalOfNothing(row, rows[at + 1]);
    if (isText && (!hasLine || whole)) {
      if (amount !== null) words = null;
      else if (!words || isPlainNumber(row.number) || !isPlainNumber(words.number)) words = row;
      continue;
    }
    const isMeasured = kind === "measurement" || (kind === "sum" && row.quantity !== null);
    if (isMeasured && words && (!whole || beginsAnother(whole, words, rows, at))) words.kind = "line";
    hasLine = kind === "line" || (kind !== "sum" && (hasLine || isMeasured) && !closing.has(kind));
    whole = kind === "line" && amount !== null ? row : null;
    words = null;
  }
}

/** Whether words that begin as a total does have no figure, and a measurement beneath them: `Totale rifacimento del tetto`. */
const isTotalOfNothing = ({ kind, amount, quantity }: SheetRow, next: SheetRow | undefined): boolean =>
  (kind === "total" || kind === "partial") && next?.kind === "measurement" && amount === null && quantity === null;

/** Whether words begin a line beneath a whole one: both are numbered, or the sum of what is measured from `from` on has another amount. */
function beginsAnother(whole: SheetRow, { number }: SheetRow, rows: readonly SheetRow[], from: number): boolean {
  if (isPlainNumber(whole.number) && isPlainNumber(number))
    return !number.startsWith(whole.number.replace(/\.?$/, "."));
  let at = from;
  while (withinLine.has(rows[at]?.kind)) at++;
  const row = rows[at];
  return row?.kind === "sum" && row.price !== null && row.amount !== null && row.amount !== whole.amount;
}
