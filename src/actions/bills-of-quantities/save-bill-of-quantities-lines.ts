import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { BillNode } from "../../domain/bill/bill.js";
import { wholeBill } from "../../domain/bill-warnings/bill-warnings.js";
import { lostLines } from "../../domain/documents/lost-lines.js";
import { defineAction } from "../action.js";
import { changedBill, storeNodes } from "./changed-bill.js";
import { pointersToSent } from "./checked-bill.js";
import { computoId, nodes } from "./nodes.js";

export const saveBillOfQuantitiesLines = defineAction({
  name: "save_bill_of_quantities_lines",
  title: { en: "Save the lines of a bill of quantities", it: "Salva le righe del computo" },
  description:
    "Replaces the whole content of a bill and computes it. To change single lines or sections use update_bill_line, insert_bill_lines, move_bill_lines, delete_bill_lines, update_bill_section and delete_bill_section. Links to quote lines stay if the bill still has a line with their index, and are marked stale if that line changed; the others are removed and returned. If lines are lost, the earlier content can be restored for 30 days with bills_of_quantities:delete (owners, admins): list_deleted, restore_record. Heed the warnings of the answer.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "update",
  idempotent: true,
  body: "large",

  input: z.strictObject({ computoId, lines: nodes }),
  result: changedBill,

  async run({ computoId, lines }, ctx) {
    const bill = await ctx.lock(BillOfQuantities, { computoId }, { without: ["nodes"] });
    const { lineCount } = bill;
    const saved = await storeNodes(ctx, bill, lines as BillNode[], {
      isWhole: true,
      scopeOf: (stored) => wholeBill(stored, "/lines"),
      before: "del salvataggio",
      pointerToSent: pointersToSent(lines as BillNode[]),
    });
    return { ...saved, warnings: [...lostLines("bill", lineCount, bill.lineCount), ...saved.warnings] };
  },
});
