import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { BillNode } from "../../domain/bill.js";
import { defineAction } from "../action.js";
import { billResult } from "../results.js";
import { computoId, nodes, pricedBill } from "./nodes.js";
import { followLines } from "./quote-links.js";

export const saveBillOfQuantitiesLines = defineAction({
  name: "save_bill_of_quantities_lines",
  title: "Save the lines of a bill of quantities",
  description:
    "Replaces the whole content of a bill and computes it. Links to quote lines stay while their line is in range, and are marked stale when it changed.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "update",
  idempotent: true,

  input: z.strictObject({ computoId, lines: nodes }),
  result: billResult,

  async run({ computoId, lines }, ctx) {
    const bill = await ctx.lock(BillOfQuantities, { computoId });
    ctx.update(bill, pricedBill(lines as BillNode[], "/lines"));
    await followLines(ctx, bill);
    return bill;
  },
});
