import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { QuoteLink } from "../../db/entities/quote-link.js";
import { lockedLinks, removeLinks } from "../../db/quote-links.js";
import { type BillNode, flattenLines, lineFingerprint } from "../../domain/bill.js";
import type { ActionContext } from "../context.js";

/** A link as callers see it. It is stale if either side has changed since they were linked. */
export const presentLink = ({ id, stale, docLineStale, ...link }: QuoteLink) => ({
  linkId: id,
  ...link,
  stale: stale || docLineStale,
});

/** A bill's links as callers see them: only those to documents that the caller may read. A share of the bill's project isn't enough. */
export async function presentLinks(ctx: ActionContext, links: readonly QuoteLink[]) {
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

/** The fingerprint of a line of a bill. @returns null for the bill as a whole; undefined if the index is out of range */
export function fingerprintAt(nodes: BillNode[], index: number | null): string | null | undefined {
  if (index === null) return null;
  const line = flattenLines(nodes)[index];
  return line && lineFingerprint(line.node);
}

/**
 * Updates a bill's links after its lines were replaced: those out of range are removed, those whose line has changed become stale. The
 * bill must be locked.
 * @returns the removed links, as they were before
 */
export async function updateBillLinks(ctx: ActionContext, bill: BillOfQuantities): Promise<QuoteLink[]> {
  const links = await lockedLinks(ctx.query, "computo_id", bill.id);
  if (links.length === 0) return [];
  const lines = flattenLines(bill.nodes);
  const isOutOfRange = ({ computoLineIndex: index }: QuoteLink) => index !== null && !lines[index];
  const removed = links.filter(isOutOfRange);
  const changed = links.flatMap((link) => {
    const line = link.computoLineIndex === null ? undefined : lines[link.computoLineIndex];
    const stale = line !== undefined && lineFingerprint(line.node) !== link.lineFingerprint;
    return isOutOfRange(link) || stale === link.stale ? [] : [{ link, stale }];
  });
  await removeLinks(ctx, removed);
  if (changed.length > 0) {
    await ctx.execute(
      `update quote_link l set stale = new.stale, updated_at = $4, version = l.version + 1
       from unnest($2::uuid[], $3::boolean[]) as new (id, stale) where l.organization_id = $1 and l.id = new.id`,
      changed.map(({ link }) => link.id),
      changed.map(({ stale }) => stale),
      ctx.now,
    );
  }
  for (const { link, stale } of changed) {
    ctx.note({ record: "quote_link", id: link.id, op: "update", before: { stale: link.stale }, after: { stale } });
  }
  return removed;
}
