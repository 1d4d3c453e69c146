import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { defineAction } from "../action.js";
import { name } from "../schemas.js";
import { computoId } from "./nodes.js";
import { billResult } from "./results.js";

export const updateBillOfQuantities = defineAction({
  name: "update_bill_of_quantities",
  title: { en: "Rename a bill of quantities", it: "Rinomina un computo" },
  description: "Renames a bill. Its lines stay as they are.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "update",
  idempotent: true,
  addition: true,

  input: z.strictObject({ computoId, name: name("name of the bill") }),
  result: billResult,

  async run({ computoId, name }, ctx) {
    return ctx.update(await ctx.load(BillOfQuantities, { computoId }), { name });
  },
});
