import { z } from "zod";
import { fillPrice, lacksPrice } from "../../domain/book-prices/fill-price.js";
import { defineAction } from "../action.js";
import { id } from "../schemas.js";
import { notPriced, notPricedOf, otherPrices, priceBill, pricedLine, pricingWarnings } from "./book-pricing.js";
import { computoId } from "./nodes.js";
import { billResult } from "./results.js";

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
        ...pricedLine,
        price: z.number().describe("euro"),
        priceBook: z.string(),
        otherPrices,
      }),
    ),
    notFound: notPriced.describe("lines without a price whose code gives none"),
    warnings: pricingWarnings,
  }),

  async run(asked, ctx) {
    const { bill, results, warnings } = await priceBill(ctx, asked, lacksPrice, fillPrice);
    const filled = results.flatMap(({ line: { index, node }, result }) => {
      if (!result.line) return [];
      const { line, found, otherPrices } = result;
      return { index, code: node.code ?? "", price: line.price ?? 0, priceBook: found.bookName, otherPrices };
    });
    return { bill, filled, notFound: notPricedOf(results), warnings };
  },
});
