import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { BillNode } from "../../domain/bill.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { billResult, quoteLinkResult } from "../results.js";
import { computeCheckedBill, computoId, nodes } from "./nodes.js";
import { presentLinks, updateBillLinks } from "./quote-links.js";

export const saveBillOfQuantitiesLines = defineAction({
  name: "save_bill_of_quantities_lines",
  title: { en: "Save the lines of a bill of quantities", it: "Salva le righe del computo" },
  description:
    "Replaces the whole content of a bill and computes it. Links to quote lines stay if their line is still in range, and are marked stale if it changed; the others are removed and returned.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "update",
  idempotent: true,
  body: "large",

  input: z.strictObject({ computoId, lines: nodes }),
  result: billResult.extend({
    removedLinks: z
      .array(quoteLinkResult)
      .describe("links that were removed because the bill has no such line any more"),
    omitted,
  }),

  async run({ computoId, lines }, ctx) {
    const bill = await ctx.lock(BillOfQuantities, { computoId });
    ctx.update(bill, computeCheckedBill(lines as BillNode[], "/lines"));
    const removed = await updateBillLinks(ctx, bill);
    return { ...bill, removedLinks: await presentLinks(ctx, removed) };
  },
});
