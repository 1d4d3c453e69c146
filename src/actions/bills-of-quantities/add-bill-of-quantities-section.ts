import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { type BillNode, billLimits } from "../../domain/bill/bill.js";
import { wholeBill } from "../../domain/bill-warnings/bill-warnings.js";
import { invalidInput } from "../../domain/errors.js";
import { defineAction } from "../action.js";
import { name, note, number, words } from "../schemas.js";
import { computeCheckedBill } from "./checked-bill.js";
import { computoId } from "./nodes.js";
import { billResult } from "./results.js";
import { warnings, warningsOf } from "./warnings.js";

export const addBillOfQuantitiesSection = defineAction({
  name: "add_bill_of_quantities_section",
  title: { en: "Add a section to a bill of quantities", it: "Aggiunge una sezione al computo" },
  description: "Adds a section with its lines at the end of a bill, and returns the bill.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "update",
  body: "large",

  input: z.strictObject({
    computoId,
    title: name("title of the section"),
    lines: z
      .array(
        z.strictObject({
          desc: note("what is to be done"),
          unit: words("unit of measure, e.g. m², m³, cad"),
          qty: number("quantity"),
          price: number("unit price in euro"),
        }),
      )
      .describe("the section's lines; without them, the section is empty")
      .optional(),
  }),
  result: billResult.extend({ warnings }),

  async run({ computoId, title, lines = [] }, ctx) {
    const bill = await ctx.lock(BillOfQuantities, { computoId });
    const children = lines.map((line): BillNode => ({ type: "line", ...line }));
    const nodes: BillNode[] = [...bill.nodes, { type: "section", title, children }];
    const violations = billLimits(nodes, "/lines");
    if (violations.length > 0) throw invalidInput(violations);
    // Checked alone first, so that errors point to the place in the request.
    computeCheckedBill(children, "/lines");
    const { quantityDecimals } = bill;
    ctx.update(bill, computeCheckedBill(nodes, "/lines", { quantityDecimals }));
    return { ...bill, warnings: await warningsOf(ctx, bill, wholeBill(bill.nodes.at(-1)?.children ?? [], "/lines")) };
  },
});
