import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { QuoteLink } from "../../db/entities/quote-link.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { recordOf } from "../record-areas.js";
import { billResult, quoteLinkResult } from "../results.js";
import { computoId } from "./nodes.js";
import { presentLinks } from "./quote-links.js";

const link = recordOf(
  quoteLinkResult.extend({
    stale: z.boolean().describe("the bill's line or the quote's line has changed since they were linked"),
  }),
  "bills_of_quantities",
  "documents",
);

export const getBillOfQuantities = defineAction({
  name: "get_bill_of_quantities",
  title: { en: "Read a bill of quantities", it: "Legge un computo" },
  description: "Returns a bill with its nodes, their computed figures, and its links to quote lines.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({ computoId }),
  result: billResult.extend({
    links: z.array(link),
    omitted,
  }),

  async run({ computoId }, ctx) {
    const bill = await ctx.load(BillOfQuantities, { computoId });
    const links = await ctx.all(QuoteLink, { computoId: bill.id });
    return { ...bill, links: await presentLinks(ctx, links) };
  },
});
