import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { flattenLines } from "../../domain/bill/bill.js";
import { compareQuotes } from "../../domain/documents/compare-quotes.js";
import { defineAction } from "../action.js";
import { omitted } from "../embedded-records.js";
import { contactName } from "../lists/names.js";
import { recordOf } from "../record-areas.js";
import { id } from "../schemas.js";
import { readCompared } from "./compared-quotes.js";
import { computoId } from "./nodes.js";

/** What a quote says. A caller who may not view documents mustn't learn it from the bill. */
const ofQuotes = <S extends z.ZodType>(schema: S): S => recordOf(schema, "documents");

const quote = z.object({
  docId: z.string(),
  title: z.string(),
  contact: contactName,
  coveredTotal: z
    .number()
    .describe("amounts of its linked lines, each once, before its discount; of a lump sum its total"),
  total: z.number().describe("its taxable amount, after its discount"),
  lumpSum: z.boolean().describe("the quote is linked as a whole, and has no offers by line"),
  discountPct: z.number().optional(),
  /** Set if the quote can't be accepted any more, though it is compared. */
  status: z.enum(["declined", "expired"]).optional(),
});
const offer = z.object({
  docId: z.string(),
  docLineIndex: z.number(),
  unitPrice: z.number(),
  quantity: z.number(),
  amount: z.number(),
  stale: z.boolean(),
  covers: z.number().optional().describe("how many bill lines the quote's line covers together for its amount"),
});

export const compareQuotesAction = defineAction({
  name: "compare_quotes",
  title: { en: "Compare quotes", it: "Confronta preventivi" },
  description:
    "Compares the quotes linked to a bill, line by line. Amounts are without VAT and before discounts, except a quote's total and net, which are after them.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:view"],
  effect: "read",
  addition: true,
  readWholeBy: "export_quote_comparison with format xlsx, then read_file",

  input: z.strictObject({
    computoId,
    docIds: z.array(id("a quote")).min(1).max(100).describe("only these quotes; absent: all linked ones").optional(),
  }),
  result: z.object({
    computoId: z.string(),
    quotes: ofQuotes(z.array(quote)),
    lines: z.array(
      z.object({
        index: z.number(),
        desc: z.string(),
        offers: ofQuotes(z.array(offer)),
        lowest: ofQuotes(z.string().nullable()).describe("docId of the smallest amount"),
        spreadPct: ofQuotes(z.number().nullable()).describe("by how much the largest exceeds the smallest"),
      }),
    ),
    uncovered: ofQuotes(z.array(z.number())).describe("indexes of lines without offers"),
    coveredTwice: ofQuotes(z.array(z.object({ docId: z.string(), index: z.number() }))),
    comparableTotal: ofQuotes(
      z.array(
        z.object({
          docId: z.string(),
          total: z.number().describe("before its discount"),
          net: z.number().optional().describe("after its discount; absent: it has none"),
        }),
      ),
    ).describe("of the lines that every quote without lumpSum covers"),
    omitted,
  }),

  async run({ computoId, docIds }, ctx) {
    await ctx.atOneMoment();
    const bill = await ctx.load(BillOfQuantities, { computoId });
    const { quotes, links } = await readCompared(ctx, bill, docIds);
    const lines = flattenLines(bill.nodes).map(({ index, node }) => ({ index, desc: node.desc ?? "" }));
    return { computoId: bill.id, ...compareQuotes(lines, quotes, links) };
  },
});
