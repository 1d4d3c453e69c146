import { type BillNode, flattenLines, lineFingerprint } from "../../domain/bill/bill.js";
import { placesInBills, placesInQuotes } from "../../domain/documents/named-lines.js";
import { isAsLinked, quoteLineFingerprint } from "../../domain/documents/quote-line.js";
import type { LineItem } from "../../domain/documents/revision.js";
import { grouped } from "../../domain/grouped.js";
import { same } from "../../domain/same.js";
import { type OrganizationQuery, organizationQuery } from "../organization-query.js";
import type { UnitOfWork } from "../unit-of-work.js";

interface Link {
  id: string;
  computoId: string;
  docId: string;
  computoLineIndex: number | null;
  docLineIndex: number | null;
  lineFingerprint: string | null;
  docLineFingerprint: string | null;
  stale: boolean;
  docLineStale: boolean;
  /** whether the document is no quote any more, or one for another project */
  isForbidden: boolean;
}
type Settled = Pick<
  Link,
  "id" | "computoId" | "docId" | "computoLineIndex" | "docLineIndex" | "stale" | "docLineStale"
>;

/** Whether a line says something else than when it was linked, as far as that is known. */
const isChanged = (
  prints: readonly string[] | undefined,
  index: number | null,
  print: string | null,
  isSame = (linked: string, now: string) => linked === now,
): boolean => index !== null && print !== null && !isSame(print, prints?.[index] ?? "");

/**
 * Lets links that came back between quotes and bills say how their lines stand now, since the side that wasn't deleted may have been
 * edited. A link follows its line, and is stale if that changed; it goes if the line is gone or can't be told from others, or if the
 * document was moved or made something else than a quote.
 * @returns the ids of the links that go
 */
export async function settleLinks(
  unit: UnitOfWork,
  organizationId: string,
  restored: readonly { table: string; id: string }[],
): Promise<ReadonlySet<string>> {
  const ids = restored.filter(({ table }) => table === "quote_link").map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const query = organizationQuery(unit, organizationId);
  const { billPrints, docPrints } = await lockedPrints(query, ids);
  const links = await query<Link>(
    `select l.id, l.computo_id as "computoId", l.doc_id as "docId", l.computo_line_index as "computoLineIndex",
       l.doc_line_index as "docLineIndex", l.line_fingerprint as "lineFingerprint", l.doc_line_fingerprint as "docLineFingerprint",
       l.stale, l.doc_line_stale as "docLineStale",
       d.kind <> 'preventivo' or coalesce(d.project_id <> l.project_id, false) as "isForbidden"
     from quote_link l join document d on d.organization_id = l.organization_id and d.id = l.doc_id
     where l.organization_id = $1 and l.id = any($2::uuid[])`,
    ids,
  );
  const billPlaces = placesInBills(links, billPrints);
  const docPlaces = placesInQuotes(links, docPrints);
  const gone = new Set<string>();
  const changed: Settled[] = [];
  for (const link of links) {
    const [computoLineIndex, docLineIndex] = [billPlaces.get(link.id), docPlaces.get(link.id)];
    if (link.isForbidden || computoLineIndex === undefined || docLineIndex === undefined) {
      gone.add(link.id);
      continue;
    }
    const stale = isChanged(billPrints.get(link.computoId), computoLineIndex, link.lineFingerprint);
    const docLineStale = isChanged(docPrints.get(link.docId), docLineIndex, link.docLineFingerprint, isAsLinked);
    const { id, computoId, docId } = link;
    const now = { id, computoId, docId, computoLineIndex, docLineIndex, stale, docLineStale };
    if (!same({ ...link, ...now }, link)) changed.push(now);
  }
  if (gone.size > 0)
    await query("delete from quote_link where organization_id = $1 and id = any($2::uuid[])", [...gone]);
  for (const ofTwo of grouped(changed, ({ computoId, docId }) => computoId + docId).values())
    await writeSettled(query, ofTwo);
  return gone;
}

/** Locks the records that these links lead to: bills before documents, as everywhere. @returns the fingerprints of their lines */
async function lockedPrints(query: OrganizationQuery, ids: readonly string[]) {
  const sideOf = (column: string) =>
    `id = any(array(select ${column} from quote_link where organization_id = $1 and id = any($2::uuid[])))`;
  const bills = await query<{ id: string; nodes: BillNode[] }>(
    `select id, nodes from bill_of_quantities where organization_id = $1 and ${sideOf("computo_id")} order by id for no key update`,
    ids,
  );
  const documents = await query<{ id: string; lineItems: LineItem[] }>(
    `select id, line_items as "lineItems" from document where organization_id = $1 and ${sideOf("doc_id")} order by id for no key update`,
    ids,
  );
  const billPrints = new Map(bills.map(({ id, nodes }) => [id, flattenLines(nodes).map(lineFingerprint)]));
  const docPrints = new Map(documents.map(({ id, lineItems }) => [id, lineItems.map(quoteLineFingerprint)]));
  return { billPrints, docPrints };
}

/** In one statement for a bill and a quote: only there may links take each other's place, and the uniqueness of each pair of lines is checked at its end. */
const writeSettled = (query: OrganizationQuery, changed: readonly Settled[]): Promise<unknown> =>
  query(
    `update quote_link l set computo_line_index = new.bill_index, doc_line_index = new.doc_index, stale = new.stale,
       doc_line_stale = new.doc_line_stale, updated_at = now(), version = l.version + 1
     from unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::boolean[], $6::boolean[])
       as new (id, bill_index, doc_index, stale, doc_line_stale)
     where l.organization_id = $1 and l.id = new.id`,
    changed.map(({ id }) => id),
    changed.map(({ computoLineIndex }) => computoLineIndex),
    changed.map(({ docLineIndex }) => docLineIndex),
    changed.map(({ stale }) => stale),
    changed.map(({ docLineStale }) => docLineStale),
  );
