import { comparedLinks, comparedQuotes } from "../../../db/compared-quotes.js";
import { organizationQuery } from "../../../db/organization-query.js";
import { transact } from "../../../db/transact.js";
import type { OrderOf } from "../../../domain/exports.js";
import type { Shared } from "../../dependencies.js";
import { readBillExport } from "../bill/read-bill.js";
import type { ComparisonContent } from "./comparison-content.js";

/** More links than quotes of this size can have. */
const maxLinks = 1_000_000;

/** The bill with the quotes of the order, which are those that who asked may read, and their links, all as they stood at one moment. */
export const readComparison = (
  { database }: Pick<Shared, "database">,
  organizationId: string,
  { computoId, format, docIds, shows }: OrderOf<"quote_comparison">,
): Promise<ComparisonContent> =>
  transact(database, null, async (unit) => {
    await unit.beginSnapshot();
    const wanted = { kind: "bill", computoId, format, document: "estimate", prices: true, shows } as const;
    const head = await readBillExport(unit, organizationId, wanted);
    const query = organizationQuery(unit, organizationId);
    const quotes = await comparedQuotes(query, docIds, unit.now, head.timezone);
    const links = await comparedLinks(query, computoId, docIds, maxLinks);
    // The client receives the firm's own quote, and doesn't make it: that one goes by its title.
    const shown = quotes.map((quote) => (shows.contacts && !quote.isToClient ? quote : { ...quote, contact: null }));
    return { ...head, format, quotes: shown, links };
  });
