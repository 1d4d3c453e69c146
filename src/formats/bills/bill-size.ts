import { type BillNode, nodesIn } from "../../domain/bill/bill.js";

/** Characters of JSON that a line or a row takes besides its texts. */
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

/** Roughly how many characters the nodes take as JSON. */
export function billSize(nodes: readonly BillNode[]): number {
  let size = 0;
  for (const node of nodesIn(nodes)) {
    size += perNode + textLength(node);
    for (const row of node.measurements ?? []) size += perRow + textLength(row);
  }
  return size;
}
