import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { defineAction } from "../action.js";
import { pageOf } from "../results.js";
import { id, paging } from "../schemas.js";
import { billSummary } from "./bill-summary.js";

export const listBillsOfQuantities = defineAction({
  name: "list_bills_of_quantities",
  title: { en: "List bills of quantities", it: "Elenca i computi" },
  description:
    "Lists the bills of all projects or of one, newest first, without their nodes, which get_bill_of_quantities returns.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({ projectId: id("only bills of this project").optional(), ...paging }),
  result: pageOf(billSummary),

  async run({ limit, cursor, ...filters }, ctx) {
    return ctx.page(BillOfQuantities, filters, { limit, cursor, without: "nodes" });
  },
});
