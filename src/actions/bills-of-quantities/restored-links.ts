import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { QuoteLink } from "../../db/entities/quote-link.js";
import { addLinks, lockedLinks } from "../../db/quote-links.js";
import { type BillNode, flattenLines, lineFingerprint } from "../../domain/bill/bill.js";
import { byPrint, placesInQuotes, withNeighbours } from "../../domain/documents/named-lines.js";
import { isAsLinked, quoteLineFingerprint } from "../../domain/documents/quote-line.js";
import type { LineItem } from "../../domain/documents/revision.js";
import { grouped } from "../../domain/grouped.js";
import type { ActionContext } from "../context.js";
import type { NewIndex, TouchedLink } from "./quote-links.js";

/** No two links may connect the same two lines. */
const pairOf = (
  computoLineIndex: number | null,
  { docId, docLineIndex }: Pick<TouchedLink, "docId" | "docLineIndex">,
): string => JSON.stringify([computoLineIndex, docId, docLineIndex]);

/**
 * Decides how a locked bill's links follow when the bill gets its former content back. Each link that the change had moved returns to its
 * line, wherever later changes have put it; the others follow their lines. If a line isn't found, its links keep their index, as when a bill
 * is saved, unless that index is the line of other links, or a restored link has the same two lines.
 * @param bill already with its former content
 * @param replaced the nodes that it had before the restore
 * @param touched what the change had done to links
 */
export async function linksComingBack(
  ctx: ActionContext,
  bill: BillOfQuantities,
  replaced: readonly BillNode[],
  touched: readonly TouchedLink[],
): Promise<{ newIndex: NewIndex; removed: TouchedLink[] }> {
  const removed = touched.filter(({ movedTo }) => movedTo === null);
  // Documents are locked before links, as everywhere.
  await ctx.execute(
    "select from document where organization_id = $1 and id = any($2::uuid[]) order by id for no key update",
    removed.map(({ docId }) => docId),
  );
  const there = new Map((await lockedLinks(ctx.query, "computo_id", bill.id)).map((link) => [link.id, link]));
  const moved = touched.filter(({ id, movedTo }) => movedTo !== null && there.has(id));
  const goingBack = new Map(moved.map(({ id, computoLineIndex }) => [id, computoLineIndex]));
  const following =
    there.size > 0 ? placesAgain(bill, replaced, [...there.values()], removed) : new Map<string, number | null>();
  const found = new Set([...touched.map(({ computoLineIndex }) => computoLineIndex), ...following.values()]);
  const taken = new Set(moved.map((link) => pairOf(link.computoLineIndex, there.get(link.id) ?? link)));
  return {
    removed,
    newIndex: (index, link) => {
      const back = goingBack.get(link.id);
      if (back !== undefined) return back;
      const place = following.get(link.id) ?? (found.has(index) ? null : index);
      return taken.has(pairOf(place, link)) ? null : place;
    },
  };
}

/**
 * Where the lines of links stand in a bill's former content: those that say there what they say now, or what they said when they were
 * linked, and those that are known by their neighbours, linked or not. Of equal lines the unlinked ones may have been put in since, and
 * those of links that come back are another's.
 * @param removed the links that come back
 */
function placesAgain(
  bill: BillOfQuantities,
  replaced: readonly BillNode[],
  links: readonly QuoteLink[],
  removed: readonly TouchedLink[],
): Map<string, number | null> {
  const prints = flattenLines(bill.nodes).map(lineFingerprint);
  const known = new Set(prints);
  const linked = grouped(links, ({ computoLineIndex }) => computoLineIndex);
  const lines = flattenLines(replaced).map((line) => {
    const said = (linked.get(line.index) ?? []).map((link) => link.lineFingerprint);
    const print = [lineFingerprint(line), ...said].find((one) => one !== null && known.has(one)) ?? null;
    return { index: line.index, print, isStale: false };
  });
  const coming = new Set(removed.map(({ computoLineIndex }) => computoLineIndex));
  const others = prints.map((print, place) => (coming.has(place) ? "" : print));
  const ofLinks = lines.filter(({ index }) => linked.has(index));
  const found = byPrint(lines, prints, undefined, byPrint(ofLinks, others));
  const places = withNeighbours(lines, found, prints.length);
  return new Map(
    links.flatMap(({ id, computoLineIndex }): [string, number | null][] => {
      const place = computoLineIndex === null ? null : places.get(computoLineIndex);
      return place === undefined ? [] : [[id, place]];
    }),
  );
}

/**
 * Recreates links that were removed with their lines, if the quote still exists, its line is found wherever it stands now, and no other
 * link has the same two lines.
 * @returns their ids, which are the original ones
 */
export async function putLinksBack(
  ctx: ActionContext,
  bill: BillOfQuantities,
  removed: readonly TouchedLink[],
): Promise<string[]> {
  if (removed.length === 0) return [];
  const quotes = await ctx.query<{ id: string; lineItems: LineItem[] }>(
    `select id, line_items as "lineItems" from document
     where organization_id = $1 and id = any($2::uuid[]) and kind = 'preventivo' and coalesce(project_id = $3, true)`,
    removed.map(({ docId }) => docId),
    bill.projectId,
  );
  const printsOf = new Map(quotes.map(({ id, lineItems }) => [id, lineItems.map(quoteLineFingerprint)]));
  const lines = flattenLines(bill.nodes);
  const there = await lockedLinks(ctx.query, "computo_id", bill.id);
  const taken = new Set(there.map((link) => pairOf(link.computoLineIndex, link)));
  const places = placesInQuotes(removed, printsOf, there);
  const back = removed.flatMap((link) => {
    const line = lines[link.computoLineIndex ?? -1];
    const docLineIndex = places.get(link.id);
    if (!line || docLineIndex === undefined || taken.has(pairOf(link.computoLineIndex, { ...link, docLineIndex })))
      return [];
    const stale = lineFingerprint(line) !== link.lineFingerprint;
    const print = docLineIndex === null ? null : (printsOf.get(link.docId)?.[docLineIndex] ?? null);
    const docLineStale = !isAsLinked(link.docLineFingerprint, print ?? "");
    return { ...link, docLineIndex, stale, docLineStale };
  });
  const { id: computoId, projectId } = bill;
  return addLinks(
    ctx,
    back.map((link) => ({ ...link, computoId, projectId })),
  );
}
