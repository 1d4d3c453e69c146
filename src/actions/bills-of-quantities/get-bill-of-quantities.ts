import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { type BillNode, flattenLines } from "../../domain/bill/bill.js";
import { linesFrom, listAt, spotAt } from "../../domain/bill/bill-edit.js";
import { markedAsPart } from "../../domain/bill/shortened-bill.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { recordOf } from "../record-areas.js";
import { integer, words } from "../schemas.js";
import { computoId } from "./nodes.js";
import { requireSections } from "./places.js";
import { linksOf, presentLinks } from "./quote-links.js";
import { billResult, quoteLinkResult } from "./results.js";

const link = recordOf(
  quoteLinkResult.extend({
    stale: z.boolean().describe("more than the quote's price has changed since"),
  }),
  "bills_of_quantities",
  "documents",
);

export const getBillOfQuantities = defineAction({
  name: "get_bill_of_quantities",
  title: { en: "Read a bill of quantities", it: "Legge un computo" },
  description:
    "Returns a bill with its nodes, their computed figures, and its links to quote lines. A long bill can be read in parts: a section, or the lines from an index on, with the links of its lines and those of the bill as a whole. Parts are marked $cut; don't save them as the bill.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:view"],
  effect: "read",
  addition: true,

  input: z.strictObject({
    computoId,
    section: z
      .array(words("title of a section"))
      .min(1)
      .describe("only this section: its path of titles, outermost first")
      .optional(),
    fromLine: integer("only the lines from this index on").optional(),
  }),
  result: billResult.extend({
    links: z.array(link),
    omitted,
  }),

  async run({ computoId, ...part }, ctx) {
    await ctx.atOneMoment();
    const bill = await ctx.load(BillOfQuantities, { computoId });
    const nodes = partOf(bill, part);
    const links = await linksOf(ctx, bill, nodes === bill.nodes ? undefined : flattenLines(nodes));
    return { ...bill, nodes, links: await presentLinks(ctx, links) };
  },
});

/** The requested nodes; those of a part are marked as such. @throws invalid_input if there is no such section */
function partOf(
  bill: BillOfQuantities,
  { section, fromLine }: { section?: string[] | undefined; fromLine?: number | undefined },
): BillNode[] {
  const { nodes } = bill;
  if (section === undefined && fromLine === undefined) return nodes;
  const wanted = section
    ? requireSections(bill, section)
        .map(spotAt)
        .flatMap(({ path, place }) => listAt(nodes, path)[place] ?? [])
    : nodes;
  return markedAsPart(linesFrom(wanted, fromLine ?? 0), "only a part of the bill");
}
