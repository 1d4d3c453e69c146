import type { BillNode } from "../../../domain/bill/bill.js";
import { billRows } from "../../../domain/bill/bill-rows.js";
import { sum } from "../../../domain/money.js";
import { amount, shareOf } from "../../pdf/italian.js";
import { type PrintedRows, printedNumber, printedTitle } from "./printed.js";

/** As many levels as computi have: super categories, categories, sub categories. */
const maxLevels = 3;

/** What lines beside the categories are called. */
export const looseLines = "Voci senza categoria";

/** What each category costs, and its share of the whole; null for a bill without categories. */
export function summaryOf(nodes: readonly BillNode[], total: number): PrintedRows["summary"] {
  const rows: NonNullable<PrintedRows["summary"]> = [];
  const loose: number[] = [];
  const add = (level: number, title: string, value: number) =>
    rows.push({ level, title, amount: amount(value), share: total === 0 ? "" : shareOf(value, total) });
  let depth = 0;
  for (const row of billRows(nodes)) {
    if (row.kind === "section") {
      depth++;
      if (row.level < maxLevels) add(row.level, `${printedNumber(row)}  ${printedTitle(row)}`.trim(), row.total);
    } else if (row.kind === "sectionEnd") depth--;
    else if (row.kind === "line" && depth === 0) loose.push(row.amount);
  }
  if (rows.length === 0) return null;
  if (loose.length > 0) add(0, looseLines, sum(loose));
  add(0, "Totale", total);
  return rows;
}
