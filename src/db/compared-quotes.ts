import { endOfDay } from "../domain/calendar/time.js";
import type { ComparedLink, ComparedQuote, LostStatus } from "../domain/documents/quote-offers.js";
import type { DocumentStatus } from "../domain/vocabulary.js";
import type { OrganizationQuery } from "./organization-query.js";

/** The links of some quotes to a bill, at most `limit`. */
export const comparedLinks = (
  query: OrganizationQuery,
  computoId: string,
  docIds: readonly string[],
  limit: number,
): Promise<ComparedLink[]> =>
  query(
    `select doc_id as "docId", computo_line_index as "computoLineIndex", doc_line_index as "docLineIndex",
       stale or doc_line_stale as stale
     from quote_link where organization_id = $1 and computo_id = $2 and doc_id = any($3::uuid[]) order by id limit $4`,
    computoId,
    docIds,
    limit,
  );

/**
 * Quotes as they are compared, in the order of their ids: without texts.
 * @param timezone in which the last day of an offer ends
 */
export async function comparedQuotes(
  query: OrganizationQuery,
  docIds: readonly string[],
  now: Date,
  timezone: string,
): Promise<ComparedQuote[]> {
  const rows = await query<Omit<ComparedQuote, "status"> & Offer>(
    `select d.id as "docId", d.title,
       case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'company', c.company) end as contact,
       coalesce(c.id = p.client_contact_id, false) as "isToClient",
       d.status, d.valid_until as "validUntil", d.discount_pct as "discountPct", d.vat_pct as "vatPct",
       (select coalesce(jsonb_agg(item - 'desc' - 'unit' - 'code' order by place), '[]')
        from jsonb_array_elements(d.line_items) with ordinality as line (item, place)) as "lineItems"
     from document d left join contact c on c.organization_id = d.organization_id and c.id = d.contact_id
       left join project p on p.organization_id = d.organization_id and p.id = d.project_id
     where d.organization_id = $1 and d.id = any($2::uuid[])`,
    docIds,
  );
  const quotes = rows.map(({ validUntil, status, ...quote }) => ({
    ...quote,
    status: lostStatus({ validUntil, status }, now, timezone),
  }));
  const places = new Map(docIds.map((docId, place) => [docId, place]));
  return quotes.sort((one, other) => (places.get(one.docId) ?? 0) - (places.get(other.docId) ?? 0));
}

interface Offer {
  status: DocumentStatus;
  validUntil: Date | null;
}

/** Only what was issued expires by itself, and a builder's quote is seldom issued here. */
function lostStatus({ status, validUntil }: Offer, now: Date, timezone: string): LostStatus | null {
  if (status === "declined" || status === "expired") return status;
  const isOpen = status !== "accepted";
  return isOpen && validUntil !== null && now >= endOfDay(validUntil, timezone) ? "expired" : null;
}
