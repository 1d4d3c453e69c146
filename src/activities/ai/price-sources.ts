import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { Document } from "../../db/entities/document.js";
import { QuoteLink } from "../../db/entities/quote-link.js";
import type { OrganizationQuery } from "../../db/organization-query.js";
import { entriesWithCodes } from "../../db/prices/prices-of-codes.js";
import { type FoundPrice, searchPrices } from "../../db/prices/search-prices.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import type { RunVisibility } from "../../domain/ai-run.js";
import { flattenLines } from "../../domain/bill/bill.js";
import type { BillPrice, PriceSource } from "../../domain/drafting/input.js";
import { beginningOf } from "../../domain/text/shortened.js";

const maxEntries = 10;
const maxPhrases = 12;
const maxQueryLength = 200;
const maxBillLines = 400;

/** A price as a model is shown it. */
const priceSource = ({
  bookName,
  code,
  description,
  unit,
  price,
}: Pick<FoundPrice, "bookName" | "code" | "description" | "unit" | "price">): PriceSource => ({
  origin: bookName,
  code,
  desc: description,
  unit,
  price,
});

/** Searches the price books that apply to a document: the organization's own and its project's, never another project's. */
export async function searchBooks(
  query: OrganizationQuery,
  { projectId }: Document,
  words: string,
): Promise<PriceSource[]> {
  const text = beginningOf(words, maxQueryLength);
  return (await searchPrices(query, text, { category: null, holdingFor: { projectId } }, maxEntries)).map(priceSource);
}

/** What stands between the stops of a text, as far as it has words. A run of stops is looked at from its first alone. */
export const phrasesOf = (text: string): string[] =>
  [...new Set(text.split(/(?<![\n.;:,])[\n.;:,]+(?=\s|$)/).map((phrase) => phrase.trim()))].filter((phrase) =>
    /\p{L}{3}/u.test(phrase),
  );

/** The prices that a draft may need: those with codes that the document names, and the search results for each phrase of the instructions. */
export async function pricesFor(
  query: OrganizationQuery,
  document: Document,
  instructions: string,
): Promise<PriceSource[]> {
  const searched = phrasesOf(instructions).slice(0, maxPhrases);
  const codes = document.lineItems.flatMap(({ code }) => code ?? []);
  const found = await pricesWithCodes(query, document, codes);
  for (const phrase of searched) found.push(...(await searchBooks(query, document, phrase)));
  return [...new Map(found.map((source) => [JSON.stringify(source), source])).values()];
}

/** The prices with exactly these codes, from the books that apply to a document. */
export const pricesWithCodes = async (
  query: OrganizationQuery,
  { projectId }: Document,
  codes: string[],
): Promise<PriceSource[]> => (await entriesWithCodes(query, projectId, codes)).map(priceSource);

/**
 * The lines of the bills of quantities that the document is linked to: the linked lines, or all if the whole bill is linked. They
 * are sources of prices, matched by code or words and never by the link itself, so a stale link gives its price to no other line.
 */
export async function billLinesFor(
  unit: UnitOfWork,
  { organizationId, id, projectId }: Document,
  { bills }: RunVisibility,
): Promise<BillPrice[]> {
  if (bills === "none") return [];
  const links = await unit.all(QuoteLink, { organizationId, docId: id });
  const visible = links.filter((link) => bills === "all" || link.projectId === projectId);
  const lines: BillPrice[] = [];
  for (const billId of new Set(visible.map(({ computoId }) => computoId))) {
    const bill = await unit.find(BillOfQuantities, organizationId, billId);
    const linked = new Set(
      visible.filter(({ computoId }) => computoId === billId).map((link) => link.computoLineIndex),
    );
    const billLines = flattenLines(bill?.nodes ?? []).filter((_, index) => linked.has(null) || linked.has(index));
    lines.push(
      ...billLines.map(({ node, unitPrice, quantity }) => ({
        origin: `computo «${bill?.name}»`,
        code: node.code || null,
        desc: node.desc ?? "",
        unit: node.unit ?? "",
        price: (node.price ?? node.listPrice) === undefined ? null : unitPrice,
        quantity,
      })),
    );
  }
  return lines.slice(0, maxBillLines);
}
