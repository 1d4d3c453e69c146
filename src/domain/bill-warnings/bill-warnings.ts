import { type BillNode, type ComputedBill, sectionTotal } from "../bill/bill.js";
import type { BookPrices } from "../book-prices/book-price.js";
import { shortened } from "../text/shortened.js";
import { TotalLines } from "../total-lines.js";
import type { Warning } from "../warning.js";
import { WarningCollector } from "./collector.js";
import { LabourShares } from "./labour-shares.js";
import { type LineCheck, warnOfLine } from "./line-warnings.js";
import { LookalikeKeys } from "./lookalike-keys.js";
import { type Place, pointerTo } from "./place.js";
import { RepeatedLines } from "./repeated-lines.js";

/** The nodes of a bill to warn about: some entries of one of its lists, with everything inside them. */
export interface Scope {
  list: BillNode[];
  /** the first of them */
  from: number;
  count: number;
  /** the JSON Pointer to an entry of the list */
  pointerTo(index: number): string;
}

/** All nodes of a bill, as they stand in `pointer`. */
export const wholeBill = (nodes: BillNode[], pointer: string): Scope => ({
  list: nodes,
  from: 0,
  count: nodes.length,
  pointerTo: (index) => `${pointer}/${index}`,
});

interface OpenList {
  nodes: BillNode[];
  next: number;
  /** where the list stands in the request; null: no warnings are wanted for it */
  place: Place | string | null;
  /** the titles of the sections around it */
  titles: string;
}

/**
 * Probable mistakes in a computed bill. It takes time in proportion to the bill's size, and isn't recursive.
 * @param scope the nodes to check; lines elsewhere are only compared with them
 * @param prices of the price books, by code; null: nobody asked
 */
export function billWarnings(
  { nodes, quantityDecimals = null }: Pick<ComputedBill, "nodes"> & { quantityDecimals?: number | null },
  scope: Scope,
  prices: BookPrices | null,
): Warning[] {
  const collector = new WarningCollector();
  const check: LineCheck = {
    collector,
    keys: new LookalikeKeys(),
    repeated: new RepeatedLines(),
    goodUnits: new Set(),
    prices,
    decimals: quantityDecimals,
    labour: new LabourShares(),
    totals: new TotalLines(),
  };
  const path: OpenList[] = [{ nodes, next: 0, place: null, titles: "" }];
  for (let open = path.at(-1); open; open = path.at(-1)) {
    const index = open.next++;
    const node = open.nodes[index];
    if (!node) {
      path.pop();
      continue;
    }
    const place = placeOf(scope, open, index);
    if (node.type === "line") {
      warnOfLine(check, node, place, open.titles);
      continue;
    }
    if (place !== null) warnOfSection(check, node, place);
    path.push({
      nodes: node.children ?? [],
      next: 0,
      place: place === null ? null : { key: "children", within: place },
      titles: `${open.titles}\n${node.title ?? ""}`,
    });
  }
  check.labour.warn(collector);
  return collector.warnings();
}

function placeOf(scope: Scope, { nodes, place }: OpenList, index: number): Place | string | null {
  if (place !== null) return { key: index, within: place };
  const isWithin = nodes === scope.list && index >= scope.from && index < scope.from + scope.count;
  return isWithin ? scope.pointerTo(index) : null;
}

function warnOfSection({ collector, keys }: LineCheck, section: BillNode, place: Place | string): void {
  const name = section.title ? `The section "${shortened(section.title, 80)}"` : "This section";
  for (const { key, suggestion } of keys.within(section, "section"))
    collector.add(
      "unknown_key",
      () => pointerTo(place, key),
      () => ({
        detail: `"${shortened(key, 80)}" is kept, but counts nothing here. ${name} comes to ${sectionTotal(section)} euro.`,
        suggestion,
      }),
    );
}
