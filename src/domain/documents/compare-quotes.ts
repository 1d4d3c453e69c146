import { amountEuro, percentMore, sum } from "../money.js";
import { documentTotals } from "./document-figures.js";
import {
  amountsByQuote,
  type ComparedContact,
  type ComparedLine,
  type ComparedLink,
  type ComparedQuote,
  type LostStatus,
  type Offer,
  type Offered,
  offersOf,
} from "./quote-offers.js";

export interface ComparedOffers extends ComparedLine {
  offers: Offer[];
  /** the `docId` of the quote that asks least */
  lowest: string | null;
  /** by how much the largest amount exceeds the smallest, in percent; null with fewer than two */
  spreadPct: number | null;
}

export interface QuoteSummary {
  docId: string;
  title: string;
  contact: ComparedContact | null;
  /** amounts of its linked lines, each once; of one that is linked as a whole its taxable amount */
  coveredTotal: number;
  /** its taxable amount: after the discount, without VAT */
  total: number;
  /** the quote covers the bill, or a line of it, as a whole, and has no offers by line */
  lumpSum: boolean;
  /** absent: it has none */
  discountPct?: number;
  /** absent: it can still be taken */
  status?: LostStatus;
}

export interface Comparison {
  quotes: QuoteSummary[];
  lines: ComparedOffers[];
  /** lines without any offer */
  uncovered: number[];
  /** lines that several lines of one quote cover */
  coveredTwice: { docId: string; index: number }[];
  /** of each quote without `lumpSum` what it asks for the lines that all of these cover, each of its lines once */
  comparableTotal: { docId: string; total: number /** after its discount; absent: it has none */; net?: number }[];
}

/**
 * Compares the quotes that cover lines of one bill, in time proportional to lines and links. Several lines of one quote that cover the
 * same bill line count together. Links that name a line which isn't there are left out.
 */
export function compareQuotes(
  billLines: readonly ComparedLine[],
  quotes: readonly ComparedQuote[],
  links: readonly ComparedLink[],
): Comparison {
  const offered = offersOf(billLines, quotes, links);
  const lines = billLines.map((line) => comparedLine(line, offered.byLine.get(line.index) ?? []));
  const byLine = quotes.filter(({ docId }) => !offered.lumpSums.has(docId));
  return {
    quotes: quotes.map((quote) => summaryOf(quote, offered)),
    lines,
    uncovered: lines.filter(({ offers }) => offers.length === 0).map(({ index }) => index),
    coveredTwice: lines.flatMap(({ index, offers }) => repeated(offers).map((docId) => ({ docId, index }))),
    comparableTotal: comparableTotals(byLine, lines),
  };
}

function comparedLine({ index, desc }: ComparedLine, offers: Offer[]): ComparedOffers {
  const amounts = [...amountsByQuote(offers)];
  const cheapest = amounts.reduce<[string, number] | null>(
    (least, entry) => (least === null || entry[1] < least[1] ? entry : least),
    null,
  );
  const largest = amounts.reduce((most, [, amount]) => Math.max(most, amount), Number.NEGATIVE_INFINITY);
  const spreadPct =
    cheapest === null || amounts.length < 2 || cheapest[1] <= 0 ? null : percentMore(cheapest[1], largest);
  return { index, desc, offers, lowest: cheapest?.[0] ?? null, spreadPct };
}

/** The quotes with more than one offer. */
function repeated(offers: readonly Offer[]): string[] {
  const once = new Set<string>();
  const again = new Set<string>();
  for (const { docId } of offers) (once.has(docId) ? again : once).add(docId);
  return [...again];
}

function summaryOf(quote: ComparedQuote, { lumpSums, wholes, linkedLines }: Offered): QuoteSummary {
  const { docId, title, contact, lineItems, discountPct, status } = quote;
  const total = documentTotals(lineItems, discountPct, quote.vatPct).taxable;
  const linked = linkedLines.get(docId) ?? new Set();
  return {
    docId,
    title,
    contact,
    coveredTotal: wholes.has(docId) ? total : totalOf(lineItems.filter((_, index) => linked.has(index))),
    total,
    lumpSum: lumpSums.has(docId),
    ...(discountPct ? { discountPct } : {}),
    ...(status ? { status } : {}),
  };
}

const totalOf = (items: readonly { qty: number; price: number }[]): number =>
  sum(items.map(({ qty, price }) => amountEuro(qty, price)));

function comparableTotals(
  quotes: readonly ComparedQuote[],
  lines: readonly ComparedOffers[],
): Comparison["comparableTotal"] {
  const counted = new Map(quotes.map(({ docId }) => [docId, new Set<number>()]));
  for (const { offers } of lines) {
    if (new Set(offers.map(({ docId }) => docId)).size < quotes.length) continue;
    for (const { docId, docLineIndex } of offers) counted.get(docId)?.add(docLineIndex);
  }
  return quotes.map(({ docId, lineItems, discountPct, vatPct }) => {
    const items = lineItems.filter((_, index) => counted.get(docId)?.has(index));
    const { subtotal, taxable } = documentTotals(items, discountPct, vatPct);
    return { docId, total: subtotal, ...(discountPct ? { net: taxable } : {}) };
  });
}
