import { z } from "zod";
import { fillPrice, lacksPrice } from "../../domain/book-prices/fill-price.js";
import { defineAction } from "../action.js";
import { billResult } from "../results.js";
import { id } from "../schemas.js";
import { priceBill } from "./book-pricing.js";
import { computoId } from "./nodes.js";
import { otherPrices, warnings } from "./warnings.js";

const line = { index: z.number(), code: z.string() };

export const fillBillPrices = defineAction({
  name: "fill_bill_prices",
  title: { en: "Fill in the prices of a bill of quantities", it: "Completa i prezzi del computo" },
  description:
    "Fills in the price of each line that has a code and no price, by code: from the given price book, else from the project's books, then from the organization's, latest first. Also fills in listPrice, priceBook, labourPct and safetyPct where absent. Existing prices stay. By default it is only a preview; preview false stores it.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit", "price_books:view"],
  effect: "update",
  idempotent: true,
  addition: true,

  input: z.strictObject({
    computoId,
    bookId: id("the only price book to use; by default all for the bill's project").optional(),
    preview: z.boolean().describe("true: only show what would be filled in").default(true),
  }),
  result: z.object({
    bill: billResult.describe("with the prices; in a preview as it would be"),
    filled: z.array(
      z.object({
        ...line,
        price: z.number().describe("euro"),
        priceBook: z.string(),
        otherPrices,
      }),
    ),
    notFound: z
      .array(z.object({ ...line, reason: z.string() }))
      .describe("lines without a price whose code gives none"),
    warnings: warnings.describe(
      "that nothing is stored yet, in a preview, and what is probably a mistake in the bill as it is shown",
    ),
  }),

  async run(asked, ctx) {
    const { bill, results, warnings } = await priceBill(ctx, asked, lacksPrice, fillPrice);
    const entries = results.map(({ line: { index, node }, result }) => ({
      at: { index, code: node.code ?? "" },
      result,
    }));
    return {
      bill,
      filled: entries.flatMap(({ at, result }) => {
        if (!result.line) return [];
        const { line, found, otherPrices } = result;
        return { ...at, price: line.price ?? 0, priceBook: found.bookName, otherPrices };
      }),
      notFound: entries.flatMap(({ at, result: { line, reason } }) => (line ? [] : { ...at, reason })),
      warnings,
    };
  },
});
