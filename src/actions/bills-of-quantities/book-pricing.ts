import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { PriceBook } from "../../db/entities/price-book.js";
import { type BillLine, type BillNode, flattenLines } from "../../domain/bill/bill.js";
import { mapLines } from "../../domain/bill/bill-edit.js";
import { billWarnings, wholeBill } from "../../domain/bill-warnings/bill-warnings.js";
import type { BookPrices } from "../../domain/book-prices/book-price.js";
import { losesNodes } from "../../domain/documents/lost-lines.js";
import { unprocessable } from "../../domain/errors.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";
import { computeCheckedBill } from "./checked-bill.js";
import { keepContent } from "./kept-content.js";
import { updateBillLinks } from "./quote-links.js";
import type { billResult } from "./results.js";
import { bookPrices, type editionPrices, warnings } from "./warnings.js";

interface Asked {
  computoId: string;
  bookId?: string | undefined;
  preview: boolean;
}

/** A line's answer: the line with its price, or why it has none. */
type Pricing = { line: BillNode; reason?: undefined } | { line?: undefined; reason: string };

interface Way {
  /** looks up the prices in one given book */
  pricesIn?: typeof editionPrices;
  /** names the change, in Italian, in what is kept of the earlier content */
  before?: string;
}

const pricesInBook: typeof editionPrices = (ctx, bill, lines, { id }) => bookPrices(ctx, bill, lines, id);

interface PricedBill<P extends Pricing> {
  bill: z.input<typeof billResult>;
  /** one for each requested line, in the same order */
  results: { line: BillLine; result: P }[];
  warnings: z.input<typeof warnings>;
}

/** A line in the answer of a pricing. */
export const pricedLine = { index: z.number(), code: z.string() };
export const notPriced = z.array(z.object({ ...pricedLine, reason: z.string() }));
export const otherPrices = z
  .array(z.number())
  .optional()
  .describe("further prices of the code in the same book, euro: check which is meant");
export const pricingWarnings = warnings.describe(
  "that nothing is stored yet, in a preview, and what is probably a mistake in the bill as it is shown",
);

/** The lines that got no price, and why. */
export const notPricedOf = (results: readonly { line: BillLine; result: Pricing }[]): z.input<typeof notPriced> =>
  results.flatMap(({ line: { index, node }, result: { reason } }) =>
    reason === undefined ? [] : { index, code: node.code ?? "", reason },
  );

const previewOnly: Warning = {
  code: "preview_only",
  pointer: "/preview",
  detail: "This is a preview. The bill is shown as it would be; none of it is stored.",
  suggestion: "Call again with preview: false to store it.",
};

/**
 * Prices lines of a bill by the price books that apply to it, or by one of them; a preview stores nothing.
 * @param isAsked whether a line is to be priced
 * @param price prices a line; it gets the book if the request names one
 * @throws not_found, forbidden; unprocessable for a book of another project
 */
export async function priceBill<P extends Pricing>(
  ctx: ActionContext,
  { computoId, bookId, preview }: Asked,
  isAsked: (line: BillNode) => boolean,
  price: (line: BillNode, prices: BookPrices, onlyBook?: string) => P,
  { pricesIn = pricesInBook, before }: Way = {},
): Promise<PricedBill<P>> {
  const bill = preview
    ? await ctx.load(BillOfQuantities, { computoId })
    : await ctx.lock(BillOfQuantities, { computoId });
  const book = await ctx.loadOptional(PriceBook, { bookId });
  if (book && book.projectId !== null && book.projectId !== bill.projectId)
    throw unprocessable("bookId is a price book of another project than the bill's; name another one.");
  const lines = flattenLines(bill.nodes);
  const nodes = lines.map(({ node }) => node);
  const prices = await (book ? pricesIn(ctx, bill, nodes, book) : bookPrices(ctx, bill, nodes));
  const results = lines
    .filter(({ node }) => isAsked(node))
    .map((line) => ({ line, result: price(line.node, prices, book?.name) }));
  const priced = new Map(results.map(({ line, result }) => [line.index, result.line]));
  const computed = computeCheckedBill(
    mapLines(bill.nodes, (node, index) => priced.get(index) ?? node),
    "/nodes",
    { quantityDecimals: bill.quantityDecimals },
  );
  if (!preview) {
    const { nodes: former, lineCount } = bill;
    ctx.update(bill, computed);
    const links = await updateBillLinks(ctx, bill);
    if (before && losesNodes(former, computed.nodes)) keepContent(ctx, bill, { lineCount, before, links });
  }
  const found = billWarnings({ ...bill, ...computed }, wholeBill(computed.nodes, "/nodes"), prices);
  const isOnlyShown = preview && results.some(({ result }) => result.line);
  return { bill: { ...bill, ...computed }, results, warnings: isOnlyShown ? [previewOnly, ...found] : found };
}
