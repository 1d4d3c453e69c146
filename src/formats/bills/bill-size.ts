import { type BillNode, nodesIn } from "../../domain/bill/bill.js";

/** What a line or a row takes as JSON beside its texts. */
const perNode = 100;
const perRow = 50;

function textLength(record: Readonly<Record<string, unknown>>): number {
  let length = 0;
  for (const key in record) {
    const value = record[key];
    if (typeof value === "string") length += value.length;
  }
  return length;
}

/** How many characters nodes have as JSON, about. */
export function billSize(nodes: readonly BillNode[]): number {
  let size = 0;
  for (const node of nodesIn(nodes)) {
    size += perNode + textLength(node);
    for (const row of node.measurements ?? []) size += perRow + textLength(row);
  }
  return size;
}
