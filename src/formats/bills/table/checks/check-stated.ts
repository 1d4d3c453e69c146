import { type BillNode, computeBill, computedLine, linesOf, sectionTotal } from "../../../../domain/bill/bill.js";
import { countedBy, rowProduct, usualQuantityDecimals } from "../../../../domain/bill/bill-measurements.js";
import type { BillFault } from "../../../../domain/bill/bill-repeats.js";
import { product, sum } from "../../../../domain/money.js";
import type { WarningList } from "../../../warning-list.js";
import { isAbout } from "../is-about.js";
import { unreadable } from "../rows/cells.js";
import { type StatedRow, takesOff } from "../tree/measurement.js";
import type { Stated, StatedLine } from "../tree/stated.js";
import { settleDeductions } from "./deductions.js";
import { isLumpSumPriced, isUnpriced, priceByAmount, settleLines, settlePercent } from "./prices.js";

const otherDecimals = [3, 4, 5, 6, 1, 0];
/** Of lines with deductions that repeat one another. */
const maxPasses = 5;

/** A row's factors, including the stated quantity of the line that it repeats; empty if the row's count isn't known. */
function factorsOf({ row, factors, sees }: StatedRow, lines: readonly StatedLine[]): number[] {
  if (factors !== null) return factors;
  const repeated = row.sameAs && lines[row.sameAs.line]?.quantity;
  return sees && typeof repeated === "number" ? [...sees.factors, sees.factor ?? 1, repeated] : [];
}

/** The decimals that the file rounds quantities to, if not two: those with which most rows give their stated quantity. */
function decimalsOf(lines: readonly StatedLine[]): number | null {
  const rows = lines.flatMap((line) =>
    line.rows.flatMap((row) => {
      const factors = factorsOf(row, lines);
      return factors.length > 0 && row.quantity !== null
        ? [{ row: row.row, factors, magnitude: Math.abs(row.quantity) }]
        : [];
    }),
  );
  const fitting = (decimals: number): number =>
    rows.filter(({ row, factors, magnitude }) => Math.abs(rowProduct(row, factors, decimals)) === magnitude).length;
  let best: number | null = null;
  let most = fitting(usualQuantityDecimals);
  for (const decimals of otherDecimals) {
    if (most === rows.length) break;
    const found = fitting(decimals);
    if (found <= most) continue;
    best = decimals;
    most = found;
  }
  return best;
}

/**
 * Compares what a file states with what its own numbers give. Each difference gets a warning with both values. Rows that repeat lines in
 * a circle keep the quantity that the file states.
 */
export function checkStated(
  stated: Stated,
  nodes: BillNode[],
  warnings: WarningList,
): { quantityDecimals: number | null; totalInFile: number | null } {
  const quantityDecimals = decimalsOf(stated.lines);
  const compute = () => computeBill(nodes, quantityDecimals);
  settleLines(stated.lines);
  for (const line of stated.lines) settlePercent(line, warnings);
  const unpriced = stated.lines.filter(isUnpriced);
  if (unpriced.length > 0 && !statesTotal(stated, compute().total)) unpriced.forEach(priceByAmount);
  let bill = compute();
  if (settleRepeats(stated.lines, linesOf(bill.nodes), bill.faults, warnings)) bill = compute();
  // Settling a line's deductions changes the rows that repeat it, so these may match only in the next pass.
  for (let pass = 0; pass < maxPasses; pass++) {
    if (!settleDeductions(stated.lines, linesOf(bill.nodes), quantityDecimals)) break;
    bill = compute();
  }
  bill = withLumpSums(bill, stated, compute);
  for (const line of stated.lines) warnOfWords(line, warnings);
  const figures = linesOf(bill.nodes);
  for (const [index, line] of stated.lines.entries())
    compareLine(line, figures[index] as BillNode, quantityDecimals, warnings);
  const totals = sectionTotals(nodes, bill.nodes);
  for (const { place, node, total } of stated.sections) {
    const ours = totals.get(node) ?? 0;
    if (!isAbout(ours, total))
      warnings.add("total_mismatch", place, `the file states ${total}, its lines come to ${ours}`);
  }
  return { quantityDecimals, totalInFile: totalOf(stated, bill.total) };
}

/**
 * Gives quantity 1 to lines that are priced `a corpo` without a quantity, if the file's total includes them.
 * @returns the bill as computed with these quantities
 */
function withLumpSums<Bill extends { total: number }>(bill: Bill, stated: Stated, compute: () => Bill): Bill {
  const lines = stated.lines.filter(isLumpSumPriced);
  if (lines.length === 0 || statesTotal(stated, bill.total)) return bill;
  for (const { node } of lines) node.qty = 1;
  const counted = compute();
  if (statesTotal(stated, counted.total)) return counted;
  for (const { node } of lines) node.qty = 0;
  return bill;
}

/** Warns of words in place of a number, if the line counts 0 because of them. */
function warnOfWords({ node, words }: StatedLine, warnings: WarningList): void {
  for (const { place, field, written } of words) {
    const isMissed = field === "price" ? node.price === undefined : !node.measurements && node.qty === 0;
    if (isMissed) warnings.add("unreadable_number", place, unreadable(field, written));
  }
}

/** Each sheet may state the total of its own lines, or the last sheet the total of all lines. */
function totalOf({ totals, lines }: Stated, counted: number): number | null {
  const last = totals.at(-1);
  if (last === undefined) return totalOfLines(lines);
  return isAbout(last, counted) ? last : sum(totals);
}

/** Whether the file states this amount as the total of its lines. */
const statesTotal = (stated: Stated, counted: number): boolean =>
  stated.totals.length > 0 && isAbout(totalOf(stated, counted) ?? Number.NaN, counted);

function totalOfLines(lines: readonly StatedLine[]): number | null {
  const amounts = lines.flatMap(({ amount }) => (amount === null ? [] : [product([amount], 2)]));
  return amounts.length === 0 ? null : sum(amounts);
}

/** @returns whether rows were changed */
function settleRepeats(
  lines: readonly StatedLine[],
  computed: readonly BillNode[],
  faults: readonly BillFault[],
  warnings: WarningList,
): boolean {
  let isChanged = false;
  for (const { code, index, row } of faults) {
    const stated = lines[index]?.rows[row];
    if (!stated?.row.sameAs) continue;
    delete stated.row.sameAs;
    stated.row.kind = "note";
    isChanged = true;
    warnings.add(
      code,
      stated.place,
      `it repeats a line that in turn repeats this one; the row counts 0 (the file states ${stated.quantity ?? "nothing"})`,
    );
  }
  for (const line of lines) {
    for (const stated of line.rows) {
      const repeated = stated.row.sameAs?.line;
      if (repeated === undefined) continue;
      const { quantity } = computedLine(computed[repeated] as BillNode);
      if (!takesOff(stated, lines[repeated]?.quantity ?? quantity)) continue;
      stated.row.negative = true;
      isChanged = true;
    }
  }
  return isChanged;
}

function compareLine(line: StatedLine, node: BillNode, decimals: number | null, warnings: WarningList): void {
  const { quantity, amount } = computedLine(node);
  for (const [index, { place, row, quantity: stated }] of line.rows.entries()) {
    const computed = node.measurements?.[index];
    if (stated === null || !computed || row.kind === "note" || row.kind === "partial") continue;
    const ours = countedBy(computed, decimals);
    if (isAbout(ours, stated)) continue;
    warnings.add(
      "quantity_mismatch",
      place,
      `the file states ${stated}, its dimensions come to ${ours}, which is used`,
    );
  }
  if (line.quantity !== null && !isAbout(quantity, line.quantity)) {
    warnings.add(
      "quantity_mismatch",
      line.place,
      `the file states ${line.quantity}, its rows come to ${quantity}, which is used`,
    );
  }
  if (line.amount !== null && !isAbout(amount, line.amount)) {
    warnings.add("amount_mismatch", line.place, `the file states ${line.amount} euro, quantity × price is ${amount}`);
  }
}

/** The computed totals of sections, by their nodes before the computation. Not recursive. */
function sectionTotals(nodes: readonly BillNode[], computed: readonly BillNode[]): Map<BillNode, number> {
  const totals = new Map<BillNode, number>();
  const pending: [BillNode, BillNode][] = nodes.map((node, index) => [node, computed[index] as BillNode]);
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [node, figures] = pair;
    if (node.type !== "section") continue;
    totals.set(node, sectionTotal(figures));
    for (const [index, child] of (node.children ?? []).entries())
      pending.push([child, figures.children?.[index] as BillNode]);
  }
  return totals;
}
