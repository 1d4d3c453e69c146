import type { Document } from "../../db/entities/document.js";
import type { QuoteLink } from "../../db/entities/quote-link.js";
import { addLinks, lockedLinks } from "../../db/quote-links.js";
import { type BillNode, flattenLines, lineFingerprint } from "../../domain/bill/bill.js";
import { placesInBills } from "../../domain/documents/named-lines.js";
import { isAsLinked, quoteLineFingerprint } from "../../domain/documents/quote-line.js";
import type { ActionContext } from "../context.js";

interface Bill {
  id: string;
  projectId: string;
  nodes: BillNode[];
}

/** The bills of removed links, if they still exist, locked until the action ends. */
export const lockBillsOf = async (ctx: ActionContext, links: readonly QuoteLink[]): Promise<Bill[]> =>
  links.length === 0
    ? []
    : ctx.execute<Bill>(
        `select id, project_id as "projectId", nodes from bill_of_quantities
         where organization_id = $1 and id = any($2::uuid[]) order by id for no key update`,
        links.map(({ computoId }) => computoId),
      );

/** No two links may connect the same two lines. */
const pairOf = ({ computoId, computoLineIndex, docLineIndex }: QuoteLink): string =>
  JSON.stringify([computoId, computoLineIndex, docLineIndex]);

/**
 * Recreates links that were removed with their lines, if the bill still exists in the document's project, its line is found wherever it
 * stands now, and no other link has the same two lines.
 * @returns their ids, which are the original ones
 */
export async function putDocumentLinksBack(
  ctx: ActionContext,
  { id, kind, projectId, lineItems }: Document,
  bills: readonly Bill[],
  removed: readonly QuoteLink[],
): Promise<string[]> {
  if (removed.length === 0 || kind !== "preventivo") return [];
  const reached = bills.filter((bill) => projectId === null || bill.projectId === projectId);
  const printsOf = new Map(reached.map((bill) => [bill.id, flattenLines(bill.nodes).map(lineFingerprint)]));
  const there = await lockedLinks(ctx.query, "doc_id", id);
  const taken = new Set(there.map(pairOf));
  const places = placesInBills(removed, printsOf, there);
  const back = removed.flatMap((link) => {
    const computoLineIndex = places.get(link.id);
    const line = lineItems[link.docLineIndex ?? -1];
    if (computoLineIndex === undefined || !line || taken.has(pairOf({ ...link, computoLineIndex }))) return [];
    const print = computoLineIndex === null ? null : (printsOf.get(link.computoId)?.[computoLineIndex] ?? null);
    const docLineStale = !isAsLinked(link.docLineFingerprint, quoteLineFingerprint(line));
    const bill = reached.find((one) => one.id === link.computoId) as Bill;
    return {
      ...link,
      computoLineIndex,
      projectId: bill.projectId,
      stale: print !== null && print !== link.lineFingerprint,
      docLineStale,
    };
  });
  return addLinks(ctx, back);
}
