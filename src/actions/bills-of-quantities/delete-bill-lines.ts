import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { BillNode } from "../../domain/bill/bill.js";
import { haveSameNodes } from "../../domain/documents/lost-lines.js";
import { defineAction } from "../action.js";
import { findDeletedTwice } from "../deleted-twice.js";
import { withLateWarnings } from "../warning-results.js";
import { changedBill } from "./changed-bill.js";
import { nodesWithout, storeWithoutLines } from "./deleted-lines.js";
import { computoId } from "./nodes.js";
import { lineIndexes, requireLines } from "./places.js";

export const deleteBillLines = defineAction({
  name: "delete_bill_lines",
  title: { en: "Delete lines of a bill of quantities", it: "Elimina voci del computo" },
  description:
    "Deletes lines, all or none; all indexes are those before the call. Sections stay, and later lines move up. Links to quote lines, and rows that repeat a line, follow their lines; links of deleted lines are removed and returned, and rows that repeat a deleted line keep its quantity as a number. With bills_of_quantities:delete (owners, admins), the earlier content can be restored for 30 days: list_deleted, restore_record.",
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
    const places = new Map(indexes.map((index, place) => [index, place]));
    const pointerTo = (index: number) => `/indexes/${places.get(index)}`;
    const deleted = new Set(indexes);
    const { nodes, lineCount } = bill;
    const twice = findDeletedTwice<BillNode[]>(ctx, {
      action: "delete_bill_lines",
      id: bill.id,
      lineCount: lineCount + deleted.size,
      leaves: (earlier) => haveSameNodes(nodesWithout(earlier, deleted, lineCount + deleted.size), nodes),
      pointer: "/indexes",
      remedy: "restore_record and this bill's newest deletionId in list_deleted, or with insert_bill_lines",
    });
    const stored = await storeWithoutLines(ctx, bill, deleted, { culprit: "/indexes", pointerTo });
    return withLateWarnings(stored, twice);
  },
});
