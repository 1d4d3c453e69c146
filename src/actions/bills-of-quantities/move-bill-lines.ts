import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { linesOf } from "../../domain/bill/bill.js";
import { withNodesMoved } from "../../domain/bill/moved-nodes.js";
import { defineAction } from "../action.js";
import { changedBill, storeNodes } from "./changed-bill.js";
import { computoId } from "./nodes.js";
import { lineIndexes, requireLines, spotFields, spotIn } from "./places.js";

export const moveBillLines = defineAction({
  name: "move_bill_lines",
  title: { en: "Move lines within a bill of quantities", it: "Sposta voci nel computo" },
  description:
    "Moves lines to a place given as in insert_bill_lines (the bill's end by default), in bill order. All indexes are those before the call. Links to quote lines, and rows that repeat a line, follow their lines. Sections stay, even if they are left empty.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "update",
  addition: true,
  body: "large",

  input: z.strictObject({ computoId, indexes: lineIndexes, ...spotFields }),
  result: changedBill,

  async run({ computoId, indexes, section, before }, ctx) {
    const bill = await ctx.lock(BillOfQuantities, { computoId });
    requireLines(bill, indexes);
    const spot = spotIn(bill, { section, before });
    const wanted = new Set(indexes);
    const lines = linesOf(bill.nodes).filter((_, index) => wanted.has(index));
    const { nodes, newIndex } = withNodesMoved(bill.nodes, lines, spot);
    return storeNodes(ctx, bill, nodes, { newIndex, culprit: "/indexes" });
  },
});
