import type { BillLine, BillNode } from "../../../domain/bill/bill.js";
import type { ComparedOffers, Comparison } from "../../../domain/documents/compare-quotes.js";
import { quoteLetter, quoteName } from "../../../domain/documents/comparison-names.js";
import { sectionsOfBill } from "../../../domain/documents/document-sections.js";
import { areForOneLine, lowestQuotes, type Offer, otherQuantity } from "../../../domain/documents/quote-offers.js";
import { quotesBeside } from "../../../domain/exports.js";
import { sum } from "../../../domain/money.js";
import { shortened } from "../../../domain/text/shortened.js";
import { typeset } from "../../../domain/text/typography.js";
import { amount, dateOf, percent, quantity, unitPrice } from "../../pdf/italian.js";
import { issuerName, metadataOf, place } from "../../pdf/parties.js";
import { breakable, line } from "../../pdf/printable.js";
import type { ComparisonContent } from "./comparison-content.js";

const maxLength = { description: 320, name: 46, title: 120, section: 200 };

/** What marks an offer, with what it means. */
const marks = {
  stale: { sign: "*", meaning: "la voce del computo o la riga dell’offerta è cambiata dopo il collegamento" },
  quantity: { sign: "q", meaning: "la quantità offerta è diversa da quella del computo" },
  covers: { sign: "+", meaning: "una sola riga dell’offerta copre più voci del computo: l’importo vale per tutte" },
  twice: { sign: "2", meaning: "più righe della stessa offerta coprono la voce: l’importo è la loro somma" },
};
type Mark = keyof typeof marks;
const markNames = Object.keys(marks) as Mark[];

const text = (value: string, length: number): string => breakable(typeset(shortened(line(value), length)), 24);

/** All that comparison.typ shows, as texts ready to be typeset. */
export function comparisonSheet(
  { bill, issuer, project, client, timezone, madeAt }: ComparisonContent,
  nodes: readonly BillNode[],
  lines: readonly BillLine[],
  compared: Comparison,
) {
  const quotes = printedQuotes(compared, lines.length);
  const begun = sectionStarts(nodes);
  const blocks = Array.from({ length: Math.ceil(quotes.length / quotesBeside) }, (_, block) => {
    const columns = quotes.slice(block * quotesBeside, (block + 1) * quotesBeside);
    return {
      heads: columns.map(({ letter, shortName }) => ({ letter, name: shortName })),
      rows: lines.map((each) => ({
        section: begun.get(each.index) ?? null,
        ...rowOf(each, compared.lines[each.index] as ComparedOffers, columns),
      })),
      totals: columns.map(({ comparable, total }) => ({ comparable, total })),
    };
  });
  const offers = blocks.flatMap(({ rows }) => rows.flatMap((row) => row.offers));
  const shownSigns = new Set(offers.flatMap((offer) => offer?.marks.split(" ") ?? []));
  return {
    metadata: metadataOf(`Confronto preventivi – ${line(bill.name)}`, issuer),
    issuer: text(issuerName(issuer), maxLength.title),
    facts: [
      { label: "Computo", value: text(bill.name, maxLength.title) },
      { label: "Pratica", value: text(project?.name ?? "", maxLength.title) },
      { label: "Ubicazione", value: text(place(project), maxLength.title) },
      { label: "Committente", value: text(client ?? "", maxLength.title) },
      { label: "Data", value: dateOf(madeAt, timezone) },
    ].filter(({ value }) => value !== ""),
    quotes,
    hasDiscount: compared.quotes.some(({ discountPct }) => discountPct),
    uncovered: compared.uncovered.length === 0 ? null : numbered(compared.uncovered),
    blocks,
    legend: Object.values(marks).filter(({ sign }) => shownSigns.has(sign)),
  };
}

const amountOrDash = (value: number | undefined): string => (value === undefined ? "–" : amount(value));

/** The quotes with their totals. A comparable one is over the lines that all of them offer; a dash: there is none. */
function printedQuotes(compared: Comparison, lineCount: number) {
  const comparable = new Map(compared.comparableTotal.map((each) => [each.docId, each]));
  const covered = coveredCounts(compared);
  return compared.quotes.map((quote, at) => {
    const { docId, lumpSum, coveredTotal, discountPct, total } = quote;
    const own = comparable.get(docId);
    return {
      docId,
      letter: quoteLetter(at),
      name: text(quoteName(quote, maxLength.title), maxLength.title),
      shortName: text(quoteName(quote, maxLength.name), maxLength.name),
      title: text(quote.title, maxLength.title),
      covered: lumpSum ? "a corpo" : `${covered.get(docId) ?? 0} di ${lineCount}`,
      coveredTotal: amount(coveredTotal),
      comparable: amountOrDash(own?.total),
      discount: discountPct ? percent(discountPct) : "–",
      net: amountOrDash(own?.net ?? own?.total),
      total: amount(total),
    };
  });
}

/** A line of the bill with what each of these quotes asks for it. */
function rowOf({ index, node, quantity: wanted }: BillLine, { offers }: ComparedOffers, quotes: { docId: string }[]) {
  const competing = new Set(offers.map(({ docId }) => docId)).size > 1 && areForOneLine(offers);
  const lowest = new Set(competing ? lowestQuotes(offers) : []);
  return {
    number: String(index + 1),
    description: text(node.desc ?? "", maxLength.description),
    unit: text(node.unit ?? "", 12),
    quantity: quantity(wanted),
    offers: quotes.map(({ docId }) => {
      const own = offers.filter((offer) => offer.docId === docId);
      return own.length === 0 ? null : { ...offerOf(own, wanted), isLowest: lowest.has(docId) };
    }),
  };
}

/** By the line that stands first under it the title of each chapter; "" where lines follow that belong to none. */
function sectionStarts(nodes: readonly BillNode[]): Map<number, string> {
  const starts = new Map<number, string>();
  for (const { title, firstLine, lines } of sectionsOfBill(nodes)) {
    starts.set(firstLine, text(title, maxLength.section));
    starts.set(firstLine + lines, "");
  }
  return starts;
}

/** What a quote asks for a line. @param wanted the bill's quantity */
function offerOf(offers: readonly Offer[], wanted: number) {
  const found: Record<Mark, boolean> = {
    stale: offers.some(({ stale }) => stale),
    quantity: otherQuantity(offers, wanted) !== null,
    covers: !areForOneLine(offers),
    twice: offers.length > 1,
  };
  const [only, ...more] = offers;
  return {
    price: only && more.length === 0 ? unitPrice(only.unitPrice) : "",
    amount: amount(sum(offers.map((offer) => offer.amount))),
    marks: markNames
      .filter((mark) => found[mark])
      .map((mark) => marks[mark].sign)
      .join(" "),
  };
}

/** How many lines each quote covers. */
function coveredCounts({ lines }: Comparison): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { offers } of lines)
    for (const docId of new Set(offers.map((offer) => offer.docId))) counts.set(docId, (counts.get(docId) ?? 0) + 1);
  return counts;
}

/** `3, 7–9`: lines by the numbers that they have on the page. */
function numbered(indexes: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const index of indexes) {
    const run = runs.at(-1);
    if (run && run[1] === index - 1) run[1] = index;
    else runs.push([index, index]);
  }
  const words = runs.map(([from, to]) => (from === to ? `${from + 1}` : `${from + 1}–${to + 1}`));
  return shortened(words.join(", "), 400);
}
