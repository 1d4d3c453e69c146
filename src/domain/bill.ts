import { createHash } from "node:crypto";
import type { Violation } from "./errors.js";
import { amountEuro, product, sum } from "./money.js";

/** One row of a line's measurement sheet: equal parts × length × width × height. */
export interface BillMeasurement {
  desc?: string | undefined;
  count?: number | undefined;
  length?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** an expression such as `3,20+1,15`, which wins over the number beside it */
  countExpression?: string | undefined;
  lengthExpression?: string | undefined;
  widthExpression?: string | undefined;
  heightExpression?: string | undefined;
  /** repeats the quantity of the line with this index, times `factor` (1 where absent) and the row's own factors */
  sameAs?: { line: number; factor?: number | undefined } | undefined;
  /** `partial` prints the running total of the rows above and adds nothing; `note` is text alone */
  kind?: "row" | "note" | "partial" | undefined;
  /** a deduction: the dimensions are positive, the row's quantity is negative */
  negative?: boolean | undefined;
  [extra: string]: unknown;
}

/** A node of a bill of quantities as its author sent it: a line (voce) or a section with children. */
export interface BillNode {
  type: "line" | "section";
  desc?: string | undefined;
  unit?: string | undefined;
  qty?: number | undefined;
  /** unit price in euro */
  price?: number | undefined;
  code?: string | undefined;
  /** unit price of the regional list, in euro */
  listPrice?: number | undefined;
  priceBook?: string | undefined;
  measurements?: BillMeasurement[] | undefined;
  /** share of labour in the price, percent */
  labourPct?: number | undefined;
  /** share of safety in the price, percent */
  safetyPct?: number | undefined;
  /** a cost of safety, which no discount touches */
  safety?: boolean | undefined;
  title?: string | undefined;
  children?: BillNode[] | undefined;
  [extra: string]: unknown;
}

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
}

export const maxBillLevels = 64;
export const maxBillNodes = 50_000;
/** A trillion. Products of greater numbers couldn't be exact to the cent. */
export const maxBillNumber = 1e12;

const quantityDecimals = 2;

const childrenOf = (node: BillNode): BillNode[] => (node.type === "section" ? (node.children ?? []) : []);

const factorNames = ["count", "length", "width", "height"] as const;

/** What a row of measurements counts. */
export function measuredQuantity(row: BillMeasurement): number {
  const factors = factorNames.map((name) => row[name]).filter((factor) => typeof factor === "number");
  return factors.length === 0 ? 0 : product(factors, quantityDecimals);
}

/**
 * A line's quantity, unit price and amount. The quantity is the sum of its measurements, each rounded before it is added
 * as PriMus does, or `qty` where it has none; the unit price is `price`, else `listPrice`, else 0.
 */
export function lineFigures(line: BillNode): LineFigures {
  const rows = line.measurements ?? [];
  const quantity = rows.length > 0 ? sum(rows.map(measuredQuantity)) : (line.qty ?? 0);
  const unitPrice = line.price ?? line.listPrice ?? 0;
  return { quantity, unitPrice, amount: amountEuro(quantity, unitPrice) };
}

interface OpenSection {
  nodes: BillNode[];
  next: number;
  computed: BillNode[];
  amounts: number[];
}

/**
 * The bill with every line numbered and priced and every section totalled. A `computed` that was sent in is replaced.
 * Not recursive, since the sender chooses the depth.
 */
export function computeBill(nodes: BillNode[]): ComputedBill {
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
      const figures = lineFigures(node);
      level.computed.push({ ...node, computed: { index: lineCount++, ...figures } });
      level.amounts.push(figures.amount);
      level.next++;
    } else {
      const total = sum(level.amounts);
      path.pop();
      const parent = path.at(-1);
      const section = parent?.nodes[parent.next++];
      if (!parent || !section) return { nodes: root.computed, total, lineCount };
      const children = section.children ? { children: level.computed } : {};
      parent.computed.push({ ...section, ...children, computed: { total } });
      parent.amounts.push(total);
      level = parent;
    }
  }
}

/** The lines of a bill in the order of their index, with their figures. */
export function flattenLines(nodes: BillNode[]): BillLine[] {
  const lines: BillLine[] = [];
  const pending = nodes.toReversed();
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === "section") for (const child of childrenOf(node).toReversed()) pending.push(child);
    else lines.push({ index: lines.length, node, ...lineFigures(node) });
  }
  return lines;
}

const isTooLarge = (value: unknown): boolean => typeof value === "number" && Math.abs(value) > maxBillNumber;

/** Pointers, relative to a node, to its numbers that are too large. */
function tooLargeNumbers(node: BillNode): string[] {
  const found: string[] = ["qty", "price", "listPrice"].filter((name) => isTooLarge(node[name]));
  for (const [index, row] of (node.measurements ?? []).entries()) {
    for (const factor of factorNames) if (isTooLarge(row[factor])) found.push(`measurements/${index}/${factor}`);
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
    if (level > maxBillLevels && place.nodes.length > 0) {
      violations.push({ pointer: place.pointer, detail: `must be at most ${maxBillLevels} levels deep` });
      continue;
    }
    for (const [index, node] of place.nodes.entries()) {
      const here = `${place.pointer}/${index}`;
      for (const name of tooLargeNumbers(node)) {
        violations.push({
          pointer: `${here}/${name}`,
          detail: `must lie between -${maxBillNumber} and ${maxBillNumber}`,
        });
      }
      const children = childrenOf(node);
      if (children.length > 0) pending.push({ nodes: children, pointer: `${here}/children`, level: level + 1 });
    }
  }
  return violations;
}

/** A hash that changes when a line's description, unit, code, quantity or unit price changes. */
export function lineFingerprint(line: BillNode): string {
  const { quantity, unitPrice } = lineFigures(line);
  const content = [line.desc ?? "", line.unit ?? "", line.code ?? "", quantity, unitPrice];
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
