import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { maxBillNodes } from "../../domain/bill/bill.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { toPage } from "../lists/cursor.js";
import { type OfProject, projectName, projectNameColumn } from "../lists/names.js";
import { recordOf } from "../record-areas.js";
import { pageOf } from "../results.js";
import { id, paging, view } from "../schemas.js";
import { billResult, billSummary } from "./results.js";

const item = recordOf(
  billSummary.extend({ nodes: billResult.shape.nodes.optional().describe("in the full view"), project: projectName }),
  "bills_of_quantities",
);
/** A page of whole bills ends before its lines exceed those of the largest possible bill, but it has at least one bill. */
const maxLinesOfPage = maxBillNodes;

export const listBillsOfQuantities = defineAction({
  name: "list_bills_of_quantities",
  title: { en: "List bills of quantities", it: "Elenca i computi" },
  description:
    "Lists the bills of all projects or of one, newest first, with their project's name. For their nodes use get_bill_of_quantities, or view full, whose pages may hold fewer bills than limit.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({ projectId: id("only bills of this project").optional(), view, ...paging }),
  result: pageOf(item).extend({ omitted }),

  async run({ limit, cursor, projectId, view }, ctx) {
    const options = { limit, cursor, without: ["nodes"], columns: [projectNameColumn] };
    const page = await ctx.page<BillOfQuantities, OfProject>(BillOfQuantities, { projectId }, options);
    if (view === "summary") return page;
    const fitting = countFitting(page.items);
    const { items, nextCursor } = fitting === page.items.length ? page : toPage(page.items, fitting, ({ id }) => id);
    const contents = await ctx.query<Pick<BillOfQuantities, "id" | "nodes">>(
      "select id, nodes from bill_of_quantities where organization_id = $1 and id = any($2::uuid[])",
      items.map(({ id }) => id),
    );
    const nodesOf = new Map(contents.map(({ id, nodes }) => [id, nodes]));
    return { items: items.map((bill) => ({ ...bill, nodes: nodesOf.get(bill.id) ?? [] })), nextCursor };
  },
});

function countFitting(bills: readonly Pick<BillOfQuantities, "lineCount">[]): number {
  let lines = 0;
  for (const [n, { lineCount }] of bills.entries()) {
    lines += lineCount;
    if (n > 0 && lines > maxLinesOfPage) return n;
  }
  return bills.length;
}
