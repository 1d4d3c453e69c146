import { z } from "zod";
import { keptPrices, outdatedLabour } from "../../domain/book-prices/book-warnings.js";
import { reprice } from "../../domain/book-prices/fill-price.js";
import { defineAction } from "../action.js";
import { id } from "../schemas.js";
import { notPriced, notPricedOf, otherPrices, priceBill, pricedLine, pricingWarnings } from "./book-pricing.js";
import { computoId } from "./nodes.js";
import { billResult } from "./results.js";
import { editionPrices } from "./warnings.js";

export const repriceBillOfQuantities = defineAction({
  name: "reprice_bill_of_quantities",
  title: { en: "Bring a bill to another price book", it: "Aggiorna i prezzi del computo" },
  description:
    "Updates a bill's list prices from another price book or edition, by code: sets listPrice and priceBook, and price where it was absent or equal to the old list price. A code of another edition (TOS25_…) becomes the book's. With preview false it is stored; restore_record (bills_of_quantities:delete) undoes that and later changes.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit", "price_books:view"],
  effect: "update",
  idempotent: true,
  addition: true,

  input: z.strictObject({
    computoId,
    bookId: id("the price book to take the prices from"),
    preview: z.boolean().describe("true: only show what would change").default(true),
  }),
  result: z.object({
    bill: billResult.describe("with the new prices; in a preview as it would be"),
    changes: z
      .array(
        z.object({
          ...pricedLine,
          newCode: z.string().optional().describe("the code in the book's edition, which the line takes"),
          from: z.number().nullable().describe("list price before, euro; else its price; null where it had neither"),
          to: z.number().describe("list price of the book, euro"),
          otherPrices,
        }),
      )
      .describe("lines with another list price than before; their price follows unless a warning (price_kept) says so"),
    notFound: notPriced.describe("lines whose code gives no price: they stay"),
    warnings: pricingWarnings,
  }),

  async run(asked, ctx) {
    const { bill, results, warnings } = await priceBill(ctx, asked, ({ code }) => Boolean(code), reprice, {
      pricesIn: editionPrices,
      before: "dell'aggiornamento dei prezzi",
    });
    return {
      bill,
      changes: results.flatMap(({ line: { index, node }, result }) => {
        const to = result.line?.listPrice;
        const newCode = result.line?.code === node.code ? undefined : result.line?.code;
        if (to === undefined || (to === node.listPrice && newCode === undefined)) return [];
        const from = node.listPrice ?? node.price ?? null;
        return {
          index,
          code: node.code ?? "",
          ...(newCode === undefined ? {} : { newCode }),
          from,
          to,
          otherPrices: result.otherPrices,
        };
      }),
      notFound: notPricedOf(results),
      warnings: [...warnings, ...keptPrices(results), ...outdatedLabour(results)],
    };
  },
});
