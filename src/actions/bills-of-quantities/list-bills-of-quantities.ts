import { z } from "zod";
import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { Project } from "../../db/entities/project.js";
import { defineAction } from "../action.js";
import { decodeCursor, encodeCursor } from "../cursor.js";
import { billResult, pageOf } from "../results.js";
import { clampLimit, paging } from "../schemas.js";

export const listBillsOfQuantities = defineAction({
  name: "list_bills_of_quantities",
  title: { en: "List bills of quantities", it: "Elenca i computi" },
  description:
    "Lists the bills of all projects or of one, newest first, without their nodes: get_bill_of_quantities has those.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({ projectId: z.string().describe("only bills of this project").optional(), ...paging }),
  result: pageOf(billResult.omit({ nodes: true })),

  async run({ projectId, limit, cursor }, ctx) {
    const after = cursor === undefined ? null : decodeCursor(cursor);
    const project = projectId === undefined ? null : await ctx.load(Project, { projectId });
    const count = clampLimit(limit);
    // A bill's nodes may be megabytes: they are not even read.
    const bills = await ctx.query<Omit<BillOfQuantities, "nodes">>(
      `select id, created_at as "createdAt", updated_at as "updatedAt", project_id as "projectId", name, total, line_count as "lineCount"
       from bill_of_quantities b
       where organization_id = $1 and ($2::uuid is null or project_id = $2) and ($3::uuid is null or id < $3)
         and ($4::uuid is null or exists (
           select from project_share s where s.organization_id = $1 and s.project_id = b.project_id and s.user_id = $4))
       order by id desc limit $5`,
      project?.id ?? null,
      after,
      ctx.sharedWith,
      count + 1,
    );
    const items = bills.slice(0, count);
    const last = items.at(-1);
    return { items, nextCursor: bills.length > count && last ? encodeCursor(last.id) : null };
  },
});
