import type { BillNode } from "../../domain/bill.js";

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

/** How many characters nodes have as JSON, about. Not recursive, since the file chooses the depth. */
export function billSize(nodes: readonly BillNode[]): number {
  let size = 0;
  const pending = [nodes];
  for (let list = pending.pop(); list; list = pending.pop()) {
    for (const node of list) {
      size += perNode + textLength(node);
      for (const row of node.measurements ?? []) size += perRow + textLength(row);
      if (node.children) pending.push(node.children);
    }
  }
  return size;
}
