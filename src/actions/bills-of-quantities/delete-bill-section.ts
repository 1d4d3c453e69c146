import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { linesOf } from "../../domain/bill/bill.js";
import { listAt, withList } from "../../domain/bill/bill-edit.js";
import { defineAction } from "../action.js";
import { changedBill } from "./changed-bill.js";
import { storeWithoutLines } from "./deleted-lines.js";
import { computoId } from "./nodes.js";
import { requireSection, sectionFields } from "./places.js";

export const deleteBillSection = defineAction({
  name: "delete_bill_section",
  title: { en: "Delete a section of a bill of quantities", it: "Elimina una sezione del computo" },
  description:
    "Deletes a section with all its lines and sections; links and the earlier content are treated as by delete_bill_lines. To keep its lines, move them first (move_bill_lines).",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "delete",
  idempotent: false,
  addition: true,

  input: z.strictObject({ computoId, ...sectionFields }),
  result: changedBill,

  async run({ computoId, ...which }, ctx) {
    const bill = await ctx.lock(BillOfQuantities, { computoId });
    const { path, place, node } = requireSection(bill, which);
    const within = new Set(linesOf([node]));
    const deleted = new Set(linesOf(bill.nodes).flatMap((line, index) => (within.has(line) ? index : [])));
    return storeWithoutLines(ctx, bill, deleted, {
      culprit: "/section",
      pointerTo: () => "/section",
      without: (nodes) => withList(nodes, path, listAt(nodes, path).toSpliced(place, 1)),
    });
  },
});
