import { type FollowedLine, followLines } from "../domain/follow-lines.js";
import { quoteLineFingerprint } from "../domain/quote-line.js";
import type { LineItem } from "../domain/revision.js";
import type { Change } from "./audit.js";
import type { QuoteLink, RemovedLink } from "./entities/quote-link.js";
import type { OrganizationQuery } from "./organization-query.js";
import { same } from "./same.js";
import type { UnitOfWork } from "./unit-of-work.js";

/** What links are followed with: the context of an action, or a unit of the worker. */
export interface LinkWriter {
  readonly now: Date;
  query: OrganizationQuery;
  execute: OrganizationQuery;
  note(change: Change): void;
}

export const linkWriter = (unit: UnitOfWork, organizationId: string): LinkWriter => ({
  now: unit.now,
  query: (text, ...values) => unit.query(text, [organizationId, ...values]),
  execute: (text, ...values) => unit.execute(text, [organizationId, ...values]),
  note: (change) => unit.note(change),
});

/**
 * The links of a bill or of a document, which must be locked itself, so that no link is made meanwhile. The order of locks is one for
 * all: the bill, the document, then links by their ids.
 */
export const lockedLinks = (
  query: OrganizationQuery,
  side: "computo_id" | "doc_id",
  id: string,
): Promise<QuoteLink[]> =>
  query(
    `select id, project_id as "projectId", computo_id as "computoId", doc_id as "docId", computo_line_index as "computoLineIndex",
       doc_line_index as "docLineIndex", line_fingerprint as "lineFingerprint", stale,
       doc_line_fingerprint as "docLineFingerprint", doc_line_stale as "docLineStale"
     from quote_link where organization_id = $1 and ${side} = $2 order by id for no key update`,
    id,
  );

/** Deletes links; a bill or a document may have thousands, and the statement is the same for any number. */
export async function removeLinks(writer: LinkWriter, links: readonly RemovedLink[]): Promise<void> {
  if (links.length === 0) return;
  await writer.execute(
    "delete from quote_link where organization_id = $1 and id = any($2::uuid[])",
    links.map(({ id }) => id),
  );
  for (const { id, computoId, docId, computoLineIndex, docLineIndex } of links) {
    writer.note({
      record: "quote_link",
      id,
      op: "delete",
      before: { computoId, docId, computoLineIndex, docLineIndex },
    });
  }
}

type Followed = Pick<QuoteLink, "docLineIndex" | "docLineFingerprint" | "docLineStale">;

/**
 * Keeps the links of a document in step with its lines, which were replaced: each goes where its line went, is stale where that says
 * something else than when it was linked, and is removed where the line is gone. This is the system's own bookkeeping, whoever edits:
 * also of links to bills that the editor doesn't reach. The document must be locked.
 * @returns the removed links, as they were
 */
export async function updateDocumentLinks(
  writer: LinkWriter,
  documentId: string,
  before: readonly LineItem[],
  after: readonly LineItem[],
): Promise<RemovedLink[]> {
  if (same(before, after)) return [];
  const links = (await lockedLinks(writer.query, "doc_id", documentId)).filter(
    ({ docLineIndex }) => docLineIndex !== null,
  );
  if (links.length === 0) return [];
  const fates = followLines(before, after);
  const removed: RemovedLink[] = [];
  const followed: { link: QuoteLink; now: Followed }[] = [];
  for (const link of links) {
    const now = followedLink(link, fates, before, after);
    if (now === null) removed.push(removedLink(link));
    else if (!same({ ...link, ...now }, link)) followed.push({ link, now });
  }
  await removeLinks(writer, removed);
  await writeFollowed(writer, followed);
  return removed;
}

/** Where a link points to now; null where its line is gone. */
function followedLink(
  { docLineIndex, docLineFingerprint }: QuoteLink,
  fates: readonly FollowedLine[],
  before: readonly LineItem[],
  after: readonly LineItem[],
): Followed | null {
  const index = docLineIndex as number;
  const [old, fate] = [before[index], fates[index]];
  // Without an old line: a link that was left behind when the quote became shorter, before links followed.
  if (!old || !fate || fate.state === "gone") return null;
  const linked = docLineFingerprint ?? quoteLineFingerprint(old);
  return {
    docLineIndex: fate.index,
    docLineFingerprint: linked,
    docLineStale: quoteLineFingerprint(after[fate.index] as LineItem) !== linked,
  };
}

async function writeFollowed(
  writer: LinkWriter,
  followed: readonly { link: QuoteLink; now: Followed }[],
): Promise<void> {
  if (followed.length === 0) return;
  // In one statement, at whose end no two links are of one pair, though some may take the place of others.
  await writer.execute(
    `update quote_link l set doc_line_index = new.index, doc_line_fingerprint = new.fingerprint, doc_line_stale = new.stale,
       updated_at = $6, version = l.version + 1
     from unnest($2::uuid[], $3::bigint[], $4::text[], $5::boolean[]) as new (id, index, fingerprint, stale)
     where l.organization_id = $1 and l.id = new.id`,
    followed.map(({ link }) => link.id),
    followed.map(({ now }) => now.docLineIndex),
    followed.map(({ now }) => now.docLineFingerprint),
    followed.map(({ now }) => now.docLineStale),
    writer.now,
  );
  for (const { link, now } of followed) {
    const placeOf = ({ docLineIndex, docLineStale }: Followed) => ({ docLineIndex, docLineStale });
    if (!same(placeOf(link), placeOf(now)))
      writer.note({ record: "quote_link", id: link.id, op: "update", before: placeOf(link), after: placeOf(now) });
  }
}

const removedLink = ({ id, projectId, computoId, docId, computoLineIndex, docLineIndex }: QuoteLink): RemovedLink => ({
  id,
  projectId,
  computoId,
  docId,
  computoLineIndex,
  docLineIndex,
});
