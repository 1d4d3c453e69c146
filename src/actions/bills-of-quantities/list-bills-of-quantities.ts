import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { type OfProject, projectName, projectNameColumn } from "../names.js";
import { recordOf } from "../record-areas.js";
import { pageOf } from "../results.js";
import { id, paging, view } from "../schemas.js";
import { billSummary } from "./bill-summary.js";

const item = recordOf(billSummary.extend({ project: projectName }), "bills_of_quantities");

export const listBillsOfQuantities = defineAction({
  name: "list_bills_of_quantities",
  title: { en: "List bills of quantities", it: "Elenca i computi" },
  description:
    "Lists the bills of all projects or of one, newest first, with their project's name and without their nodes, which get_bill_of_quantities returns.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({ projectId: id("only bills of this project").optional(), view, ...paging }),
  result: pageOf(item).extend({ omitted }),

  async run({ limit, cursor, projectId }, ctx) {
    const options = { limit, cursor, without: ["nodes"], columns: [projectNameColumn] };
    return ctx.page<BillOfQuantities, OfProject>(BillOfQuantities, { projectId }, options);
  },
});
