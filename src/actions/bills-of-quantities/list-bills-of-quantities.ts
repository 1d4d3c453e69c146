import { z } from "zod";
import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { Project } from "../../db/entities/project.js";
import { defineAction } from "../action.js";
import { decodeCursor, toPage } from "../cursor.js";
import { pageOf } from "../results.js";
import { clampLimit, paging } from "../schemas.js";
import { billSummary, billSummaryColumns } from "./bill-summary.js";

export const listBillsOfQuantities = defineAction({
  name: "list_bills_of_quantities",
  title: { en: "List bills of quantities", it: "Elenca i computi" },
  description:
    "Lists the bills of all projects or of one, newest first, without their nodes, which get_bill_of_quantities returns.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({ projectId: z.string().describe("only bills of this project").optional(), ...paging }),
  result: pageOf(billSummary),

  async run({ projectId, limit, cursor }, ctx) {
    const after = decodeCursor(cursor);
    const project = projectId === undefined ? null : await ctx.load(Project, { projectId });
    const count = clampLimit(limit);
    const bills = await ctx.query<Omit<BillOfQuantities, "nodes">>(
      `select ${billSummaryColumns} from bill_of_quantities b
       where organization_id = $1 and ($2::uuid is null or project_id = $2) and ($3::uuid is null or id < $3)
         and ($4::uuid is null or exists (
           select from project_share s where s.organization_id = $1 and s.project_id = b.project_id and s.user_id = $4))
       order by id desc limit $5`,
      project?.id ?? null,
      after,
      ctx.sharedWith,
      count + 1,
    );
    return toPage(bills, count, ({ id }) => id);
  },
});
