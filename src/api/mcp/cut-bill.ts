import type { BillNode } from "../../domain/bill.js";
import { shortenNodes } from "../../domain/shortened-bill.js";

/** Whether a list holds nodes of a bill, the only entries that are of type `line` or `section`. */
export const isNodeList = (list: readonly unknown[]): list is BillNode[] =>
  list.length > 0 && list.every((entry) => ["line", "section"].includes(String((entry as BillNode | null)?.type)));

/** Shortens nodes of a bill so that what is left out can't be taken for deleted when they are sent back. */
export const cutNodes = (nodes: readonly BillNode[], maxChars: number, pointer: string) => ({
  value: shortenNodes(nodes, maxChars),
  missing: [
    `${pointer} shows only a part of the bill, marked $cut: never save it back; get_bill_of_quantities with section or fromLine gives the rest, update_bill_line, insert_bill_lines, move_bill_lines and delete_bill_lines change single lines, update_bill_section and delete_bill_section single sections`,
  ],
});
