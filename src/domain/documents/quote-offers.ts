import { amountEuro, sum } from "../money.js";

/** A line of a bill, as far as a comparison names it. */
export interface ComparedLine {
  index: number;
  desc: string;
}

/** What a quote is that can't be taken any more. */
export type LostStatus = "declined" | "expired";

export interface ComparedContact {
  id: string;
  name: string;
  company: string | null;
}

/** A quote with links to the bill. */
export interface ComparedQuote {
  docId: string;
  title: string;
  /** its counterparty */
  contact: ComparedContact | null;
  /** its counterparty is the project's client: it is the firm's own */
  isToClient?: boolean;
  /** why it can't be taken any more; null or absent: it can */
  status?: LostStatus | null;
  lineItems: readonly { qty: number; price: number; vatPct?: number; safety?: boolean }[];
  discountPct: number | null;
  vatPct: number | null;
}

/** A link between a quote and the bill; a null index stands for the whole. */
export interface ComparedLink {
  docId: string;
  computoLineIndex: number | null;
  docLineIndex: number | null;
  /** one of the two lines has changed since they were linked */
  stale: boolean;
}

/** What a quote's line offers for a bill's line: its own figures, prices in euro before the quote's discount. */
export interface Offer {
  docId: string;
  docLineIndex: number;
  unitPrice: number;
  quantity: number;
  amount: number;
  stale: boolean;
  /** how many lines of the bill the quote's line covers together, for this one amount; absent: this one alone */
  covers?: number;
}

/** What quotes offer for the lines of a bill. */
export interface Offered {
  byLine: Map<number, Offer[]>;
  /** the quotes that have no offers by line */
  lumpSums: Set<string>;
  /** those of them that are linked with all their lines */
  wholes: Set<string>;
  /** by quote, its lines that are linked to anything */
  linkedLines: Map<string, Set<number>>;
}

/** Whether the lines that a link names are there. */
function isKnown(
  { computoLineIndex, docLineIndex }: ComparedLink,
  quote: ComparedQuote | undefined,
  lineCount: number,
): boolean {
  if (!quote || (docLineIndex !== null && !quote.lineItems[docLineIndex])) return false;
  return computoLineIndex === null || (computoLineIndex >= 0 && computoLineIndex < lineCount);
}

const isByLine = ({ computoLineIndex, docLineIndex }: ComparedLink): boolean =>
  computoLineIndex !== null && docLineIndex !== null;

/** Links that name a line which isn't there are left out. */
export function offersOf(
  billLines: readonly ComparedLine[],
  quotes: readonly ComparedQuote[],
  links: readonly ComparedLink[],
): Offered {
  const byId = new Map(quotes.map((quote) => [quote.docId, quote]));
  const known = links.filter((link) => isKnown(link, byId.get(link.docId), billLines.length));
  const withLines = new Set(known.filter(isByLine).map(({ docId }) => docId));
  const wholes = new Set(known.filter(({ docLineIndex }) => docLineIndex === null).map(({ docId }) => docId));
  const lumpSums = new Set([...wholes, ...known.map(({ docId }) => docId).filter((docId) => !withLines.has(docId))]);

  const linkedLines = new Map<string, Set<number>>();
  const coverage = new Map<string, number>();
  const keyOf = ({ docId, docLineIndex }: ComparedLink): string => `${docId} ${docLineIndex}`;
  for (const link of known) {
    if (link.docLineIndex !== null)
      linkedLines.set(link.docId, (linkedLines.get(link.docId) ?? new Set()).add(link.docLineIndex));
    if (isByLine(link)) coverage.set(keyOf(link), (coverage.get(keyOf(link)) ?? 0) + 1);
  }

  const byLine = new Map<number, Offer[]>();
  for (const link of known) {
    const { docId, computoLineIndex, docLineIndex, stale } = link;
    const item = docLineIndex === null ? undefined : byId.get(docId)?.lineItems[docLineIndex];
    if (computoLineIndex === null || docLineIndex === null || !item || lumpSums.has(docId)) continue;
    const covers = coverage.get(keyOf(link)) ?? 1;
    const offer: Offer = {
      docId,
      docLineIndex,
      unitPrice: item.price,
      quantity: item.qty,
      amount: amountEuro(item.qty, item.price),
      stale,
      ...(covers > 1 ? { covers } : {}),
    };
    const there = byLine.get(computoLineIndex);
    if (there) there.push(offer);
    else byLine.set(computoLineIndex, [offer]);
  }
  const order = new Map(quotes.map(({ docId }, place) => [docId, place]));
  const placeOf = ({ docId }: Offer): number => order.get(docId) ?? 0;
  for (const offers of byLine.values())
    offers.sort((one, other) => placeOf(one) - placeOf(other) || one.docLineIndex - other.docLineIndex);
  return { byLine, lumpSums, wholes, linkedLines };
}

/** Whether what quotes ask for a line can be ranked: an amount for several lines together is that of none of them. */
export const areForOneLine = (offers: readonly Offer[]): boolean => offers.every(({ covers }) => covers === undefined);

/**
 * The quantity that a quote offers for a line, where it isn't the line's own: an amount may be the lowest because of it.
 * @param offers the quote's own for the line; several, or one for several lines, have no quantity to compare
 */
export function otherQuantity(offers: readonly Offer[], wanted: number): number | null {
  const [first, ...more] = offers;
  return first && more.length === 0 && !first.covers && first.quantity !== wanted ? first.quantity : null;
}

/** The quotes that ask least for a line, in their order: of equal ones all, where `lowest` names the first. */
export function lowestQuotes(offers: readonly Offer[]): string[] {
  const amounts = amountsByQuote(offers);
  const least = Math.min(...amounts.values());
  return [...amounts].flatMap(([docId, amount]) => (amount === least ? [docId] : []));
}

/** What each quote asks for a line. */
export function amountsByQuote(offers: readonly Offer[]): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { docId, amount } of offers) amounts.set(docId, sum([amounts.get(docId) ?? 0, amount]));
  return amounts;
}
