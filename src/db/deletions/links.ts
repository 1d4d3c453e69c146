import { type BillNode, flattenLines, lineFingerprint } from "../../domain/bill.js";
import { quoteLineFingerprint } from "../../domain/quote-line.js";
import type { LineItem } from "../../domain/revision.js";
import { organizationQuery } from "../organization-query.js";
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

/** How the line stands that a link names: `same` also where the link names none, or where what it said is unknown. */
function stateOf(prints: readonly string[], index: number | null, print: string | null): "same" | "changed" | "gone" {
  if (index === null) return "same";
  const now = prints[index];
  if (now === undefined) return "gone";
  return print === null || print === now ? "same" : "changed";
}

/**
 * Lets links that came back between quotes and bills say how their lines stand now, since the side that wasn't deleted may have been
 * edited. As with lines that are replaced, a link is stale if its line changed; it goes if there is no such line, or if the document was
 * moved or made something else than a quote.
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
  const sideOf = (column: string) =>
    `id = any(array(select ${column} from quote_link where organization_id = $1 and id = any($2::uuid[])))`;
  // The bills before the documents, as everywhere.
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
  const links = await query<Link>(
    `select l.id, l.computo_id as "computoId", l.doc_id as "docId", l.computo_line_index as "computoLineIndex",
       l.doc_line_index as "docLineIndex", l.line_fingerprint as "lineFingerprint", l.doc_line_fingerprint as "docLineFingerprint",
       l.stale, l.doc_line_stale as "docLineStale",
       d.kind <> 'preventivo' or coalesce(d.project_id <> l.project_id, false) as "isForbidden"
     from quote_link l join document d on d.organization_id = l.organization_id and d.id = l.doc_id
     where l.organization_id = $1 and l.id = any($2::uuid[])`,
    ids,
  );
  const gone = new Set<string>();
  const changed: { id: string; stale: boolean; docLineStale: boolean }[] = [];
  for (const link of links) {
    const bill = stateOf(billPrints.get(link.computoId) ?? [], link.computoLineIndex, link.lineFingerprint);
    const document = stateOf(docPrints.get(link.docId) ?? [], link.docLineIndex, link.docLineFingerprint);
    const [stale, docLineStale] = [bill === "changed", document === "changed"];
    if (link.isForbidden || bill === "gone" || document === "gone") gone.add(link.id);
    else if (stale !== link.stale || docLineStale !== link.docLineStale)
      changed.push({ id: link.id, stale, docLineStale });
  }
  if (gone.size > 0)
    await query("delete from quote_link where organization_id = $1 and id = any($2::uuid[])", [...gone]);
  if (changed.length > 0)
    await query(
      `update quote_link l set stale = new.stale, doc_line_stale = new.doc_line_stale, updated_at = now(), version = l.version + 1
       from unnest($2::uuid[], $3::boolean[], $4::boolean[]) as new (id, stale, doc_line_stale)
       where l.organization_id = $1 and l.id = new.id`,
      changed.map(({ id }) => id),
      changed.map(({ stale }) => stale),
      changed.map(({ docLineStale }) => docLineStale),
    );
  return gone;
}
