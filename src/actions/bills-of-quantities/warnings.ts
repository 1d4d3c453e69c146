import { z } from "zod";
import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { pricesOfCodes } from "../../db/search/price-entries.js";
import { type BillNode, linesOf } from "../../domain/bill.js";
import { billWarnings, type Scope } from "../../domain/bill-warnings/bill-warnings.js";
import type { BookPrices } from "../../domain/bill-warnings/prices.js";
import { grouped } from "../../domain/grouped.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";
import { warningResult } from "../results.js";

export const warnings = z
  .array(warningResult)
  .describe(
    "what is probably a mistake in the lines; it was stored as sent. At most 100, then one that counts the others",
  );

/** What is probably a mistake in a part of a bill. Who may view price books learns where a price differs from theirs. */
export async function warningsOf(ctx: ActionContext, bill: BillOfQuantities, scope: Scope): Promise<Warning[]> {
  const prices = ctx.may("price_books:view") ? await bookPrices(ctx, bill, linesWithin(scope)) : null;
  return billWarnings(bill, scope, prices);
}

const linesWithin = ({ list, from, count }: Scope): BillNode[] => linesOf(list.slice(from, from + count));

/**
 * The prices of the codes of lines in the books that hold for their bill, by one statement.
 * @param bookId only this book; null: the project's and the organization's
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
