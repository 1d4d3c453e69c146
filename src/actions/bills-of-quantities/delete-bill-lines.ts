import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { WarningCollector } from "../../domain/bill-warnings/collector.js";
import { type EndedRepeat, withoutLines, withRepeatsMoved } from "../../domain/moved-repeats.js";
import type { Warning } from "../../domain/warning.js";
import { defineAction } from "../action.js";
import { changedBill, storeNodes } from "./changed-bill.js";
import { computoId } from "./nodes.js";
import { lineIndexes, requireLines } from "./places.js";

export const deleteBillLines = defineAction({
  name: "delete_bill_lines",
  title: { en: "Delete lines of a bill of quantities", it: "Elimina voci del computo" },
  description:
    "Deletes the lines with these indexes, as they were before the call, all or none; the sections stay, and the lines after them move up. Links to quote lines, and rows that repeat a line, follow their lines; what a deleted line counted stays in these as a number. Links of deleted lines are removed and returned. What the bill held before can be restored for 30 days by who has bills_of_quantities:delete, as owners and admins do (list_deleted, restore_record).",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "delete",
  idempotent: false,
  addition: true,
  body: "large",

  input: z.strictObject({ computoId, indexes: lineIndexes }),
  result: changedBill,

  async run({ computoId, indexes }, ctx) {
    const bill = await ctx.lock(BillOfQuantities, { computoId });
    requireLines(bill, indexes);
    const deleted = new Set(indexes);
    const newIndexes = indexesWithout(deleted, bill.lineCount);
    const { nodes, ended } = withoutLines(bill.nodes, deleted);
    const newIndex = (index: number) => newIndexes[index] ?? null;
    const stored = await storeNodes(ctx, bill, withRepeatsMoved(nodes, newIndex), {
      newIndex,
      culprit: "/indexes",
      before: "dell'eliminazione",
    });
    return { ...stored, warnings: warningsOfEnded(ended, indexes, newIndexes) };
  },
});

/** For each old index the new one; null: the line is deleted. */
function indexesWithout(deleted: ReadonlySet<number>, lineCount: number): (number | null)[] {
  let next = 0;
  return Array.from({ length: lineCount }, (_, index) => (deleted.has(index) ? null : next++));
}

/** Says which rows count as a number now what a deleted line said. */
function warningsOfEnded(
  ended: readonly EndedRepeat[],
  indexes: readonly number[],
  newIndexes: readonly (number | null)[],
): Warning[] {
  const collector = new WarningCollector();
  const places = new Map(indexes.map((index, place) => [index, place]));
  for (const { index, row, deleted } of ended)
    collector.add(
      "repeated_line_deleted",
      () => `/indexes/${places.get(deleted)}`,
      () => ({
        detail: `Measurement ${row} of line ${newIndexes[index]} repeated line ${deleted}, which is deleted: it holds that quantity as a number now.`,
        suggestion: "Check whether it is still to be counted.",
      }),
    );
  return collector.warnings();
}
