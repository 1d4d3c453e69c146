import { type FollowedLine, followLines } from "../domain/documents/follow-lines.js";
import { isAsLinked, quoteLineFingerprint } from "../domain/documents/quote-line.js";
import type { LineItem } from "../domain/documents/revision.js";
import { same } from "../domain/same.js";
import type { Change } from "./audit.js";
import type { QuoteLink, RemovedLink } from "./entities/quote-link.js";
import { type OrganizationQuery, organizationQuery } from "./organization-query.js";
import type { UnitOfWork } from "./unit-of-work.js";

/** What updating links needs: the context of an action has it; the worker makes one with `linkWriter`. */
export interface LinkWriter {
  readonly now: Date;
  query: OrganizationQuery;
  execute: OrganizationQuery;
  note(change: Change): void;
}

export const linkWriter = (unit: UnitOfWork, organizationId: string): LinkWriter => ({
  now: unit.now,
  query: organizationQuery(unit, organizationId),
  execute: organizationQuery({ query: (text, values) => unit.execute(text, values) }, organizationId),
  note: (change) => unit.note(change),
});

/**
 * Reads and locks the links of a bill or of a document. The bill or document must be locked before, so that no link is added
 * meanwhile. All code locks in the same order: the bill, the document, then links by id.
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

/** Deletes links, all in one statement: a bill or a document may have thousands. */
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

/** Makes links, all in one statement; `$1` is the organization, `$2` a JSON array of `AddedLink`, `$3` the time. */
export const linkInsert = `
     insert into quote_link (organization_id, id, created_at, updated_at, project_id, computo_id, doc_id, computo_line_index,
       doc_line_index, line_fingerprint, stale, doc_line_fingerprint, doc_line_stale)
     select $1, r.id, $3, $3, r."projectId", r."computoId", r."docId", r."computoLineIndex", r."docLineIndex", r."lineFingerprint",
       r.stale, r."docLineFingerprint", r."docLineStale"
     from json_to_recordset($2) as r (id uuid, "projectId" uuid, "computoId" uuid, "docId" uuid, "computoLineIndex" bigint,
       "docLineIndex" bigint, "lineFingerprint" text, stale boolean, "docLineFingerprint" text, "docLineStale" boolean)`;

/** Makes links again that were removed. @returns their ids, which are the old ones */
export async function addLinks(writer: LinkWriter, links: readonly AddedLink[]): Promise<string[]> {
  if (links.length === 0) return [];
  await writer.execute(linkInsert, JSON.stringify(links), writer.now);
  for (const { id, docId, computoLineIndex, docLineIndex } of links)
    writer.note({ record: "quote_link", id, op: "create", after: { docId, computoLineIndex, docLineIndex } });
  return links.map(({ id }) => id);
}

export type AddedLink = RemovedLink &
  Pick<QuoteLink, "lineFingerprint" | "stale" | "docLineFingerprint" | "docLineStale">;

type DocumentSide = Pick<QuoteLink, "docLineIndex" | "docLineFingerprint" | "docLineStale">;

/**
 * Updates the links of a document after its lines were replaced. Each link follows its line to the new index; it is stale if the
 * line has changed in more than its price since it was linked, and is removed if the line no longer exists. This is done whoever
 * edits, also for links to bills that the editor has no access to. The document must be locked.
 * @param follow says what became of each line, where that is known
 * @returns the removed links, as they were before
 */
export async function updateDocumentLinks(
  writer: LinkWriter,
  documentId: string,
  before: readonly LineItem[],
  after: readonly LineItem[],
  follow: () => FollowedLine[] = () => followLines(before, after),
): Promise<QuoteLink[]> {
  if (same(before, after)) return [];
  const links = (await lockedLinks(writer.query, "doc_id", documentId)).filter(
    ({ docLineIndex }) => docLineIndex !== null,
  );
  if (links.length === 0) return [];
  const fates = follow();
  const removed: QuoteLink[] = [];
  const moved: { link: QuoteLink; now: DocumentSide }[] = [];
  for (const link of links) {
    const now = documentSide(link, fates, before, after);
    if (now === null) removed.push(link);
    else if (!same({ ...link, ...now }, link)) moved.push({ link, now });
  }
  await removeLinks(writer, removed);
  await writeMoved(writer, moved);
  return removed;
}

/** The document's side of a link after the change of lines; null if its line no longer exists. */
function documentSide(
  { docLineIndex, docLineFingerprint }: QuoteLink,
  fates: readonly FollowedLine[],
  before: readonly LineItem[],
  after: readonly LineItem[],
): DocumentSide | null {
  const index = docLineIndex as number;
  const [lineBefore, fate] = [before[index], fates[index]];
  // A link may point beyond the old lines: earlier versions left it in place when a quote became shorter.
  if (!lineBefore || !fate || fate.state === "gone") return null;
  const line = after[fate.index] as LineItem;
  const fingerprint = docLineFingerprint ?? quoteLineFingerprint(lineBefore);
  const print = quoteLineFingerprint(line);
  const atOldPrice = quoteLineFingerprint({ ...line, price: lineBefore.price });
  const docLineStale = !isAsLinked(fingerprint, print) && !isAsLinked(fingerprint, atOldPrice);
  return { docLineIndex: fate.index, docLineFingerprint: docLineStale ? fingerprint : print, docLineStale };
}

async function writeMoved(writer: LinkWriter, moved: readonly { link: QuoteLink; now: DocumentSide }[]): Promise<void> {
  if (moved.length === 0) return;
  // In one statement: links may exchange places, and the uniqueness of each pair of lines is checked only at its end.
  await writer.execute(
    `update quote_link l set doc_line_index = new.index, doc_line_fingerprint = new.fingerprint, doc_line_stale = new.stale,
       updated_at = $6, version = l.version + 1
     from unnest($2::uuid[], $3::bigint[], $4::text[], $5::boolean[]) as new (id, index, fingerprint, stale)
     where l.organization_id = $1 and l.id = new.id`,
    moved.map(({ link }) => link.id),
    moved.map(({ now }) => now.docLineIndex),
    moved.map(({ now }) => now.docLineFingerprint),
    moved.map(({ now }) => now.docLineStale),
    writer.now,
  );
  for (const { link, now } of moved) {
    const [before, after] = [auditedFields(link), auditedFields(now)];
    if (!same(before, after)) writer.note({ record: "quote_link", id: link.id, op: "update", before, after });
  }
}

const auditedFields = ({ docLineIndex, docLineStale }: DocumentSide) => ({ docLineIndex, docLineStale });

/** What is shown of a removed link. */
export const removedLink = ({
  id,
  projectId,
  computoId,
  docId,
  computoLineIndex,
  docLineIndex,
}: QuoteLink): RemovedLink => ({
  id,
  projectId,
  computoId,
  docId,
  computoLineIndex,
  docLineIndex,
});
