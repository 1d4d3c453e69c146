import type { Violation } from "../errors.js";
import { amountEuro, product, sum } from "../money.js";
import { isWithinBounds, numberBounds } from "../number-limits.js";
import { sha256 } from "../sha256.js";
import {
  expressionOf,
  factorNames,
  hasExpressions,
  type Measured,
  usualQuantityDecimals,
} from "./bill-measurements.js";
import type { BillNode } from "./bill-node.js";
import { type BillFault, measureLines } from "./bill-repeats.js";
import { evaluateExpression, maxExpressionLength } from "./expression.js";

export type { BillMeasurement, BillNode } from "./bill-node.js";

/** The computed figures of a line; price and amount in euro. */
export interface LineFigures {
  quantity: number;
  unitPrice: number;
  amount: number;
}

export interface BillLine extends LineFigures {
  /** its position among all lines, depth first, from 0; sections aren't counted */
  index: number;
  node: BillNode;
}

export interface ComputedBill {
  /** as sent, with unknown properties, and with `computed` on each */
  nodes: BillNode[];
  /** euro */
  total: number;
  lineCount: number;
  computed: BillShares | null;
}

/** Parts of a bill's total, in euro. */
export interface BillShares {
  /** Σ round(amount × labourPct / 100) of all lines, including safety lines */
  labour: number;
  /** Σ amounts of the safety lines, which no discount affects */
  safety: number;
}

export const maxBillLevels = 64;
export const maxBillNodes = 50_000;
const childrenOf = (node: BillNode): BillNode[] => (node.type === "section" ? (node.children ?? []) : []);

/** A line's figures. The unit price is `price`, else `listPrice`, else 0. */
function lineFigures(line: BillNode, quantity: number): LineFigures {
  const unitPrice = line.price ?? line.listPrice ?? 0;
  return { quantity, unitPrice, amount: amountEuro(quantity, unitPrice) };
}

/** All nodes of a bill, each before its children; not recursive, since the sender chooses the depth. */
export function nodesIn(nodes: readonly BillNode[]): BillNode[] {
  const all: BillNode[] = [];
  const pending = nodes.toReversed();
  for (let node = pending.pop(); node; node = pending.pop()) {
    all.push(node);
    if (node.type === "section") for (const child of childrenOf(node).toReversed()) pending.push(child);
  }
  return all;
}

/** The lines of a bill, depth first. */
export const linesOf = (nodes: readonly BillNode[]): BillNode[] =>
  nodesIn(nodes).filter(({ type }) => type !== "section");

interface OpenSection {
  nodes: BillNode[];
  next: number;
  computed: BillNode[];
  amounts: number[];
}

/**
 * The bill with every line numbered and priced and every section totalled. A `computed` that was sent in is replaced. It never throws:
 * what can't be counted counts 0, and is listed in `faults`.
 * @param decimals of quantities; null: the usual two
 * @param isOwn whether only the caller holds the nodes: then the figures are written into them, instead of into copies
 */
export function computeBill(
  nodes: BillNode[],
  decimals: number | null = null,
  isOwn = false,
): ComputedBill & { faults: BillFault[] } {
  const { measured, faults } = measureLines(linesOf(nodes), decimals ?? usualQuantityDecimals);
  const bill = withTotals(nodes, measured, isOwn ? (node) => node : (node) => ({ ...node }));
  return { ...bill, computed: sharesOf(bill.nodes), faults };
}

function withTotals(
  nodes: BillNode[],
  measured: readonly Measured[],
  writable: (node: BillNode) => BillNode,
): Omit<ComputedBill, "computed"> {
  let lineCount = 0;
  const open = (children: BillNode[]): OpenSection => ({ nodes: children, next: 0, computed: [], amounts: [] });
  const root = open(nodes);
  const path = [root];

  for (let level = root; ; ) {
    const node = level.nodes[level.next];
    if (node?.type === "section") {
      level = open(childrenOf(node));
      path.push(level);
    } else if (node) {
      const index = lineCount++;
      const { quantity, measurements } = measured[index] as Measured;
      const figures = lineFigures(node, quantity);
      const line = writable(node);
      line.computed = { index, ...figures };
      if (measurements) line.measurements = measurements;
      level.computed.push(line);
      level.amounts.push(figures.amount);
      level.next++;
    } else {
      const total = sum(level.amounts);
      path.pop();
      const parent = path.at(-1);
      const section = parent?.nodes[parent.next++];
      if (!parent || !section) return { nodes: root.computed, total, lineCount };
      const computed = writable(section);
      if (section.children) computed.children = level.computed;
      computed.computed = { total };
      parent.computed.push(computed);
      parent.amounts.push(total);
      level = parent;
    }
  }
}

/** The lines of a computed bill, such as a stored one, in index order. */
export const flattenLines = (nodes: readonly BillNode[]): BillLine[] => linesOf(nodes).map(computedLine);

/** A line of a computed bill with its figures. */
export function computedLine(node: BillNode): BillLine {
  const { index, quantity, unitPrice, amount } = node.computed as LineFigures & { index: number };
  return { index, node, quantity, unitPrice, amount };
}

/** A section's total in a computed bill, in euro. */
export const sectionTotal = ({ computed }: BillNode): number => (computed as { total: number }).total;

/** A line's percentage share; undefined if it has none, or if it was stored as something else when any property was allowed. */
export const percentOf = (share: unknown): number | undefined => (typeof share === "number" ? share : undefined);

/** The labour part of a line's amount: euro, rounded half away from zero to cents; 0 if the line has no share. */
export const labourEuro = ({ node, amount }: Pick<BillLine, "node" | "amount">): number =>
  product([amount, percentOf(node.labourPct) ?? 0, 0.01], 2);

/** The labour and safety costs of a computed bill; null if no line mentions either. */
export function sharesOf(nodes: readonly BillNode[]): BillShares | null {
  const saying = linesOf(nodes).filter((line) => line.labourPct !== undefined || line.safety !== undefined);
  if (saying.length === 0) return null;
  const lines = saying.map(computedLine);
  const safety = lines.filter(({ node }) => node.safety === true);
  return { labour: sum(lines.map(labourEuro)), safety: sum(safety.map(({ amount }) => amount)) };
}

const isTooLarge = (value: unknown): boolean => typeof value === "number" && !isWithinBounds(value);

/** Pointers, relative to a node, to its numbers that are too large. */
function tooLargeNumbers(node: BillNode): string[] {
  const found: string[] = [];
  for (const name of ["qty", "price", "listPrice"] as const) if (isTooLarge(node[name])) found.push(name);
  let index = 0;
  for (const row of node.measurements ?? []) {
    for (const name of factorNames) if (isTooLarge(row[name])) found.push(`measurements/${index}/${name}`);
    if (isTooLarge(row.sameAs?.factor)) found.push(`measurements/${index}/sameAs/factor`);
    index++;
  }
  return found;
}

/**
 * The limits that a well-formed bill exceeds: 64 levels (top nodes are on the first), 50,000 nodes, numbers of a trillion.
 * @param pointer JSON Pointer to the nodes in the request
 * @returns no violations where the bill can be stored
 */
export function billLimits(nodes: BillNode[], pointer = "/lines"): Violation[] {
  const violations: Violation[] = [];
  let count = 0;
  const pending = [{ nodes, pointer, level: 1 }];
  for (let place = pending.pop(); place; place = pending.pop()) {
    const { level } = place;
    count += place.nodes.length;
    if (count > maxBillNodes) return [{ pointer, detail: `must hold at most ${maxBillNodes} nodes` }];
    if (level > maxBillLevels) {
      violations.push({ pointer: place.pointer, detail: `must be at most ${maxBillLevels} levels deep` });
      continue;
    }
    for (const [index, node] of place.nodes.entries()) {
      const here = `${place.pointer}/${index}`;
      for (const name of tooLargeNumbers(node)) {
        violations.push({ pointer: `${here}/${name}`, detail: numberBounds });
      }
      const children = childrenOf(node);
      if (children.length > 0) pending.push({ nodes: children, pointer: `${here}/children`, level: level + 1 });
    }
  }
  return violations;
}

/** The expressions of a line as it was sent that can't be read, or are too large; pointers relative to the line. */
export function expressionFaults({ measurements = [] }: BillNode): Violation[] {
  if (!measurements.some(hasExpressions)) return [];
  return measurements.flatMap((row, index) => {
    if (!hasExpressions(row)) return [];
    return factorNames.flatMap((name) => {
      const text = expressionOf(row, name);
      const value = text === null ? 0 : evaluateExpression(text);
      if (value !== null && !isTooLarge(value)) return [];
      const detail =
        value === null
          ? `can't be read: write numbers with + - * / and brackets, such as "3,20+1,15", of at most ${maxExpressionLength} characters`
          : numberBounds;
      return { pointer: `/measurements/${index}/${name}Expression`, detail };
    });
  });
}

/** A hash that changes when a line's description, unit, code, quantity or unit price changes. */
export function lineFingerprint({ node, quantity, unitPrice }: Omit<BillLine, "index" | "amount">): string {
  const content = [node.desc ?? "", node.unit ?? "", node.code ?? "", quantity, unitPrice];
  return sha256(JSON.stringify(content));
}
