import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { Document } from "../../db/entities/document.js";
import { QuoteLink } from "../../db/entities/quote-link.js";
import type { OrganizationQuery } from "../../db/organization-query.js";
import { entriesWithCodes, type FoundPrice, searchPrices } from "../../db/search/price-entries.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import type { RunVisibility } from "../../domain/ai-run.js";
import { flattenLines } from "../../domain/bill.js";
import type { BillPrice, PriceSource } from "../../domain/drafting/input.js";

const mostEntries = 10;
const mostPhrases = 12;
const longestQuery = 200;
const mostBillLines = 400;

/** A price as a model is told of it. */
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

/** Searches the price books that hold for a document: the organization's own and its project's, never another project's. */
export async function searchBooks(
  query: OrganizationQuery,
  { projectId }: Document,
  words: string,
): Promise<PriceSource[]> {
  const wanted = words.slice(0, longestQuery).toWellFormed();
  return (await searchPrices(query, wanted, { category: null, holdingFor: { projectId } }, mostEntries)).map(
    priceSource,
  );
}

/** The prices that a draft may need: those whose codes the document names, and those that each phrase of the instructions finds. */
export async function pricesFor(
  query: OrganizationQuery,
  document: Document,
  instructions: string,
): Promise<PriceSource[]> {
  const phrases = instructions.split(/[\n.;:,]+(?=\s|$)/).map((phrase) => phrase.trim());
  const wanted = [...new Set(phrases)].filter((phrase) => /\p{L}{3}/u.test(phrase)).slice(0, mostPhrases);
  const codes = document.lineItems.flatMap(({ code }) => code ?? []);
  const found = await pricesWithCodes(query, document, codes);
  for (const phrase of wanted) found.push(...(await searchBooks(query, document, phrase)));
  return [...new Map(found.map((source) => [JSON.stringify(source), source])).values()];
}

/** The prices under just these codes in the books that hold for a document. */
export const pricesWithCodes = async (
  query: OrganizationQuery,
  { projectId }: Document,
  codes: string[],
): Promise<PriceSource[]> => (await entriesWithCodes(query, projectId, codes)).map(priceSource);

/**
 * The lines of the bills that the document is linked to: the linked ones, or all where the whole bill is. They are sources of prices,
 * taken by code or words and never by the pair, so a stale link lends its price to no other line.
 */
export async function billLinesFor(
  unit: UnitOfWork,
  { organizationId, id, projectId }: Document,
  { bills }: RunVisibility,
): Promise<BillPrice[]> {
  if (bills === "none") return [];
  const links = await unit.all(QuoteLink, { organizationId, docId: id });
  const seen = links.filter((link) => bills === "all" || link.projectId === projectId);
  const lines: BillPrice[] = [];
  for (const billId of new Set(seen.map(({ computoId }) => computoId))) {
    const bill = await unit.find(BillOfQuantities, organizationId, billId);
    const linked = new Set(seen.filter(({ computoId }) => computoId === billId).map((link) => link.computoLineIndex));
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
  return lines.slice(0, mostBillLines);
}
