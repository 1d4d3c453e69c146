import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { QuoteLink, RemovedLink } from "../../db/entities/quote-link.js";
import { lockedLinks, removeLinks } from "../../db/quote-links.js";
import { type BillLine, type BillNode, flattenLines, lineFingerprint } from "../../domain/bill/bill.js";
import { unprocessable } from "../../domain/errors.js";
import { grouped } from "../../domain/grouped.js";
import type { ActionContext } from "../context.js";

type ShownLink = RemovedLink & Pick<QuoteLink, "stale" | "docLineStale">;

/** A link as callers see it. It is stale if either side has changed since they were linked. */
export const presentLink = ({ id, stale, docLineStale, ...link }: ShownLink) => ({
  linkId: id,
  ...link,
  stale: stale || docLineStale,
});

/** A bill's links as callers see them: only those to documents that the caller may read. A share of the bill's project isn't enough. */
export async function presentLinks(ctx: ActionContext, links: readonly ShownLink[]) {
  if (links.length === 0 || ctx.reachOf("documents:view") === "organization") return links.map(presentLink);
  const readable = await ctx.query<{ id: string }>(
    `select d.id from document d join project_share s on s.organization_id = d.organization_id and s.project_id = d.project_id
     where d.organization_id = $1 and d.id = any($2::uuid[]) and s.user_id = $3`,
    links.map(({ docId }) => docId),
    ctx.caller.userId,
  );
  const ids = new Set(readable.map(({ id }) => id));
  return links.filter(({ docId }) => ids.has(docId)).map(presentLink);
}

/** A bill's links as callers see them, oldest first. @param lines unset: all; else only links of these lines, and of the bill as a whole */
export const linksOf = (
  ctx: ActionContext,
  { id }: BillOfQuantities,
  lines?: readonly BillLine[],
): Promise<ShownLink[]> =>
  ctx.query(
    `select id, project_id as "projectId", computo_id as "computoId", doc_id as "docId", computo_line_index as "computoLineIndex",
       doc_line_index as "docLineIndex", stale, doc_line_stale as "docLineStale"
     from quote_link where organization_id = $1 and computo_id = $2 and ($3::bigint[] is null or computo_line_index is null or computo_line_index = any($3))
     order by id`,
    id,
    lines?.map(({ index }) => index) ?? null,
  );

/** The most links of a bill: five quotes for the longest bill. With more, changing its lines or reading it whole would take too long. */
const mostLinks = 250_000;

/** @throws unprocessable if the bill, which must be locked, would have too many links after adding this many */
export async function requireRoomForLinks(ctx: ActionContext, { id }: BillOfQuantities, more: number): Promise<void> {
  const [links] = await ctx.query<{ count: number }>(
    "select count(*) as count from quote_link where organization_id = $1 and computo_id = $2",
    id,
  );
  if ((links?.count ?? 0) + more > mostLinks)
    throw unprocessable(
      `The bill would have more than ${mostLinks.toLocaleString("en")} links to lines of quotes; delete quotes of it that are no longer needed, or split the bill.`,
    );
}

/** The fingerprint of a line of a bill. @returns null for the bill as a whole; undefined if the index is out of range */
export function fingerprintAt(nodes: BillNode[], index: number | null): string | null | undefined {
  if (index === null) return null;
  const line = flattenLines(nodes)[index];
  return line && lineFingerprint(line);
}

/** The new index of a line by its old one, for the links to it; null: it was deleted. */
export type NewIndex = (index: number, link: QuoteLink) => number | null;

/** A link as it was before a change of lines, and its new index; null: it was removed. */
export type TouchedLink = QuoteLink & { movedTo: number | null };

type BillSide = Pick<QuoteLink, "computoLineIndex" | "stale">;

/**
 * Updates a bill's links after its lines were changed. Each link follows its line to the new index. Links whose line is gone are removed;
 * those whose line has changed become stale. The bill must be locked.
 * @param newIndex unset: the lines were replaced as a whole, and each link keeps its index
 * @returns the links that were removed, moved or marked stale, as they were before
 */
export async function updateBillLinks(
  ctx: ActionContext,
  bill: BillOfQuantities,
  newIndex: NewIndex = (index) => index,
): Promise<TouchedLink[]> {
  const links = await lockedLinks(ctx.query, "computo_id", bill.id);
  if (links.length === 0) return [];
  const lines = flattenLines(bill.nodes);
  const removed: QuoteLink[] = [];
  const changed: { link: QuoteLink; now: BillSide }[] = [];
  for (const link of links) {
    if (link.computoLineIndex === null) continue;
    const index = newIndex(link.computoLineIndex, link);
    const line = index === null ? undefined : lines[index];
    const now = {
      computoLineIndex: index,
      stale: line !== undefined && lineFingerprint(line) !== link.lineFingerprint,
    };
    if (line === undefined) removed.push(link);
    else if (now.stale !== link.stale || index !== link.computoLineIndex) changed.push({ link, now });
  }
  await removeLinks(ctx, removed);
  const touched = [
    ...removed.map((link) => ({ ...link, movedTo: null })),
    ...changed.map(({ link, now }) => ({ ...link, movedTo: now.computoLineIndex })),
  ];
  if (changed.length === 0) return touched;
  // All links of one document in one statement: they may swap places, and the uniqueness of each pair of lines is checked only when the
  // statement ends. All links of a bill would be too many for one statement.
  for (const ofDocument of grouped(changed, ({ link }) => link.docId).values())
    await ctx.execute(
      `update quote_link l set computo_line_index = new.index, stale = new.stale, updated_at = $5, version = l.version + 1
       from unnest($2::uuid[], $3::bigint[], $4::boolean[]) as new (id, index, stale)
       where l.organization_id = $1 and l.id = new.id`,
      ofDocument.map(({ link }) => link.id),
      ofDocument.map(({ now }) => now.computoLineIndex),
      ofDocument.map(({ now }) => now.stale),
      ctx.now,
    );
  for (const { link, now } of changed)
    ctx.note({ record: "quote_link", id: link.id, op: "update", ...difference(link, now) });
  return touched;
}

/** What the audit log says of a link that moved or became stale. */
function difference({ computoLineIndex, stale }: QuoteLink, now: BillSide) {
  if (computoLineIndex === now.computoLineIndex) return { before: { stale }, after: { stale: now.stale } };
  return { before: { computoLineIndex, stale }, after: { ...now } };
}
