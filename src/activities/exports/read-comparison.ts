import { comparedLinks, comparedQuotes } from "../../db/compared-quotes.js";
import { organizationQuery } from "../../db/organization-query.js";
import type { OrderOf } from "../../domain/exports.js";
import type { Shared } from "../dependencies.js";
import type { ComparisonContent } from "./comparison-content.js";
import { readBillExport } from "./read-bill.js";

/** More links than quotes of this size can have. */
const maxLinks = 1_000_000;

/** The bill with the quotes of the order, which are those that who asked may read, and their links. */
export async function readComparison(
  deps: Pick<Shared, "database">,
  organizationId: string,
  { computoId, format, docIds, shows }: OrderOf<"quote_comparison">,
): Promise<ComparisonContent> {
  const wanted = { kind: "bill", computoId, format, document: "estimate", prices: true, shows } as const;
  const head = await readBillExport(deps, organizationId, wanted);
  const query = organizationQuery(deps.database, organizationId);
  const quotes = await comparedQuotes(query, docIds);
  const links = await comparedLinks(query, computoId, docIds, maxLinks);
  // The client receives the firm's own quote, and doesn't make it: that one goes by its title.
  const shown = quotes.map((quote) => (shows.contacts && !quote.isToClient ? quote : { ...quote, contact: null }));
  return { ...head, format, quotes: shown, links };
}
