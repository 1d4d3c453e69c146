import { z } from "zod";
import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { PriceBook } from "../../db/entities/price-book.js";
import { bookEdition } from "../../db/prices/book-edition.js";
import { pricesOfCodes } from "../../db/prices/prices-of-codes.js";
import { type BillNode, linesOf } from "../../domain/bill/bill.js";
import { billWarnings, type Scope } from "../../domain/bill-warnings/bill-warnings.js";
import type { BookPrices } from "../../domain/book-prices/book-price.js";
import { codeEdition, codeInEdition } from "../../domain/code-edition.js";
import { grouped } from "../../domain/grouped.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";
import { warningResult } from "../warning-results.js";

export const warnings = z
  .array(warningResult)
  .describe(
    "what is probably a mistake in the lines; it was stored as sent. At most 100, then one that counts the others",
  );

/** Warns of probable mistakes in a part of a bill. Callers who may view price books also learn where a price differs from theirs. */
export async function warningsOf(ctx: ActionContext, bill: BillOfQuantities, scope: Scope): Promise<Warning[]> {
  const prices = ctx.may("price_books:view") ? await bookPrices(ctx, bill, linesWithin(scope)) : null;
  return billWarnings(bill, scope, prices);
}

const linesWithin = ({ list, from, count }: Scope): BillNode[] => linesOf(list.slice(from, from + count));

/** Like `bookPrices`, in one book. In an edition of a regional list, the codes of other editions find the prices of the same works. */
export async function editionPrices(
  ctx: ActionContext,
  bill: BillOfQuantities,
  lines: readonly BillNode[],
  book: PriceBook,
): Promise<BookPrices> {
  const prices = new Map(await bookPrices(ctx, bill, lines, book.id));
  const missing = lines.flatMap(({ code }) => (code && !prices.has(code) && codeEdition(code) ? code : []));
  const edition = missing.length === 0 ? null : await bookEdition(ctx.query, book);
  if (edition === null) return prices;
  const there = new Map(
    missing.flatMap((code) => {
      const codeThere = codeInEdition(code, edition);
      return codeThere === null ? [] : [[code, codeThere]];
    }),
  );
  const found = grouped(
    await pricesOfCodes(ctx.query, bill.projectId, [...new Set(there.values())], book.id),
    ({ code }) => code,
  );
  for (const [code, codeThere] of there) {
    const priced = found.get(codeThere);
    if (!priced) continue;
    prices.set(
      code,
      priced.map((price) => ({ ...price, codeThere })),
    );
    prices.set(codeThere, priced);
  }
  return prices;
}

/**
 * The prices of line codes in the books that apply to their bill, read by one statement.
 * @param bookId searches only this book; null: the project's books and the organization's
 */
export async function bookPrices(
  ctx: ActionContext,
  { projectId }: BillOfQuantities,
  lines: readonly BillNode[],
  bookId: string | null = null,
): Promise<BookPrices> {
  const codes = [...new Set(lines.flatMap(({ code }) => code || []))];
  if (codes.length === 0) return new Map();
  return grouped(await pricesOfCodes(ctx.query, projectId, codes, bookId), ({ code }) => code);
}
