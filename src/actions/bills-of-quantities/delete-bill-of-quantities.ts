import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { defineAction } from "../action.js";
import { keepDeleted } from "../deletions/keep-deleted.js";
import { deletedResult } from "../results.js";
import { id } from "../schemas.js";

export const deleteBillOfQuantities = defineAction({
  name: "delete_bill_of_quantities",
  title: { en: "Delete a bill of quantities", it: "Elimina un computo" },
  description: "Deletes a bill of quantities and its links to quotes; the quotes stay.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:delete"],
  effect: "delete",
  addition: true,

  input: z.strictObject({ computoId: id("the bill of quantities to delete") }),
  result: deletedResult,

  async run({ computoId }, ctx) {
    const bill = await ctx.load(BillOfQuantities, { computoId });
    ctx.delete(bill);
    return keepDeleted(ctx, { kind: "bill", id: bill.id, title: bill.name });
  },
});
