import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { mapLines } from "../../domain/bill-edit.js";
import { defineAction } from "../action.js";
import { integer } from "../schemas.js";
import { changedBill, storeNodes } from "./changed-bill.js";
import { computoId } from "./nodes.js";
import { lineIndexOutOfRange } from "./places.js";

export const deleteBillLines = defineAction({
  name: "delete_bill_lines",
  title: { en: "Delete lines of a bill of quantities", it: "Elimina voci del computo" },
  description:
    "Deletes the lines with these indexes, as they were before the call, all or none; the sections stay, and the lines after them move up. Links to quote lines follow their lines; those of deleted lines are removed and returned. What the bill held before can be restored for 30 days (list_deleted, restore_record).",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "delete",
  idempotent: false,
  addition: true,
  body: "large",

  input: z.strictObject({
    computoId,
    indexes: z.array(integer("index of a line")).describe("the lines, counted depth first from 0 without sections"),
  }),
  result: changedBill,

  async run({ computoId, indexes }, ctx) {
    const bill = await ctx.lock(BillOfQuantities, { computoId });
    const outOfRange = [...indexes.entries()].filter(([, index]) => index < 0 || index >= bill.lineCount);
    if (outOfRange.length > 0)
      throw lineIndexOutOfRange(
        bill,
        outOfRange.map(([place]) => `/indexes/${place}`),
      );
    const deleted = new Set(indexes);
    const newIndexes = indexesWithout(deleted, bill.lineCount);
    const nodes = mapLines(bill.nodes, (line, index) => (deleted.has(index) ? null : line));
    return storeNodes(ctx, bill, nodes, {
      newIndex: (index) => newIndexes[index] ?? null,
      culprit: "/indexes",
      before: "dell'eliminazione",
    });
  },
});

/** For each old index the new one; null: the line is deleted. */
function indexesWithout(deleted: ReadonlySet<number>, lineCount: number): (number | null)[] {
  let next = 0;
  return Array.from({ length: lineCount }, (_, index) => (deleted.has(index) ? null : next++));
}
