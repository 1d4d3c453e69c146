import type { BillLine, BillNode } from "../../domain/bill.js";
import {
  areForOneLine,
  type Comparison,
  lowestQuotes,
  type Offer,
  otherQuantity,
} from "../../domain/compare-quotes.js";
import { quoteLetter, quoteName } from "../../domain/comparison-names.js";
import { sectionsOfBill } from "../../domain/document-sections.js";
import { quotesBeside } from "../../domain/exports.js";
import { sum } from "../../domain/money.js";
import { shortened } from "../../domain/shortened.js";
import { typeset } from "../../domain/typography.js";
import type { ComparisonContent } from "../exports/comparison-content.js";
import { amount, dateOf, percent, quantity, unitPrice } from "./italian.js";
import { issuerName, place } from "./parties.js";
import { breakable, line } from "./printable.js";

const maxLength = { description: 320, name: 46, title: 120, section: 200 };

/** What marks an offer, with what it means. */
const marks = {
  stale: { sign: "*", meaning: "la voce del computo o la riga dell’offerta è cambiata dopo il collegamento" },
  quantity: { sign: "q", meaning: "la quantità offerta è diversa da quella del computo" },
  covers: { sign: "+", meaning: "una sola riga dell’offerta copre più voci del computo: l’importo vale per tutte" },
  twice: { sign: "2", meaning: "più righe della stessa offerta coprono la voce: l’importo è la loro somma" },
};
type Mark = keyof typeof marks;

const text = (value: string, length: number): string => breakable(typeset(shortened(line(value), length)), 24);

/** All that comparison.typ shows, as texts ready to be typeset. */
export function comparisonSheet(
  { bill, issuer, project, client, timezone, madeAt }: ComparisonContent,
  nodes: readonly BillNode[],
  lines: readonly BillLine[],
  compared: Comparison,
) {
  const { quotes, uncovered, comparableTotal } = compared;
  const day = dateOf(madeAt, timezone);
  const used = new Set<Mark>();
  const comparable = new Map(comparableTotal.map((each) => [each.docId, each]));
  const covered = coveredCounts(compared);
  const begun = sectionStarts(nodes);
  const all = quotes.map(({ docId }, place) => ({ docId, place }));
  const blocks = Array.from({ length: Math.ceil(all.length / quotesBeside) }, (_, block) =>
    all.slice(block * quotesBeside, (block + 1) * quotesBeside),
  );
  return {
    metadata: {
      title: shortened(`Confronto preventivi – ${line(bill.name)}`, 500),
      author: shortened(line(issuer.name), 500),
    },
    issuer: text(issuerName(issuer), maxLength.title),
    facts: [
      { label: "Computo", value: text(bill.name, maxLength.title) },
      { label: "Progetto", value: text(project?.name ?? "", maxLength.title) },
      { label: "Ubicazione", value: text(place(project), maxLength.title) },
      { label: "Committente", value: text(client ?? "", maxLength.title) },
      { label: "Data", value: day },
    ].filter(({ value }) => value !== ""),
    quotes: quotes.map((quote, place) => ({
      letter: quoteLetter(place),
      name: text(quoteName(quote), maxLength.title),
      title: text(quote.title, maxLength.title),
      covered: quote.lumpSum ? "a corpo" : `${covered.get(quote.docId) ?? 0} di ${lines.length}`,
      coveredTotal: amount(quote.coveredTotal),
      comparable: comparable.has(quote.docId) ? amount(comparable.get(quote.docId)?.total ?? 0) : "—",
      discount: quote.discountPct ? percent(quote.discountPct) : "—",
      net: comparable.has(quote.docId)
        ? amount(comparable.get(quote.docId)?.net ?? comparable.get(quote.docId)?.total ?? 0)
        : "—",
      total: amount(quote.total),
    })),
    hasDiscount: quotes.some(({ discountPct }) => discountPct),
    uncovered: uncovered.length === 0 ? null : numbered(uncovered),
    blocks: blocks.map((columns) => ({
      heads: columns.map(({ place }) => ({
        letter: quoteLetter(place),
        name: text(quoteName(quotes[place] as Comparison["quotes"][number]), maxLength.name),
      })),
      rows: lines.map((each) => {
        const { offers } = compared.lines[each.index] as Comparison["lines"][number];
        const competing = new Set(offers.map(({ docId }) => docId)).size > 1 && areForOneLine(offers);
        const lowest = new Set(competing ? lowestQuotes(offers) : []);
        return {
          number: String(each.index + 1),
          section: begun.get(each.index) ?? null,
          description: text(each.node.desc ?? "", maxLength.description),
          unit: text(each.node.unit ?? "", 12),
          quantity: quantity(each.quantity),
          offers: columns.map(({ docId }) =>
            offerOf(
              offers.filter((offer) => offer.docId === docId),
              each,
              { isLowest: lowest.has(docId), used },
            ),
          ),
        };
      }),
      totals: columns.map(({ docId, place }) => ({
        comparable: comparable.has(docId) ? amount(comparable.get(docId)?.total ?? 0) : "—",
        total: amount(quotes[place]?.total ?? 0),
      })),
    })),
    legend: (Object.keys(marks) as Mark[]).filter((mark) => used.has(mark)).map((mark) => marks[mark]),
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

/** What a quote asks for a line; null: nothing. */
function offerOf(
  offers: readonly Offer[],
  { quantity: wanted }: BillLine,
  { isLowest, used }: { isLowest: boolean; used: Set<Mark> },
) {
  const [first] = offers;
  if (!first) return null;
  const found: Record<Mark, boolean> = {
    stale: offers.some(({ stale }) => stale),
    quantity: otherQuantity(offers, wanted) !== null,
    covers: !areForOneLine(offers),
    twice: offers.length > 1,
  };
  const own = (Object.keys(marks) as Mark[]).filter((mark) => found[mark]);
  for (const mark of own) used.add(mark);
  return {
    price: offers.length === 1 ? unitPrice(first.unitPrice) : "",
    amount: amount(sum(offers.map((offer) => offer.amount))),
    marks: own.map((mark) => marks[mark].sign).join(" "),
    isLowest,
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
