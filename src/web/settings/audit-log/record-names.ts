import { isId } from "../../../domain/ids.js";
import type { PageRequest } from "../page-request.js";

const ofRecord = (table: string, column: string): string =>
  `select r.id, r.${column} as name from ${table} r where r.organization_id = $1`;
/** Of records without a name of their own that of another: `o`. */
const ofOther = (table: string, other: string, reference: string, column: string): string =>
  `select r.id, o.${column} as name from ${table} r join ${other} o on o.organization_id = r.organization_id
   and o.id = r.${reference} where r.organization_id = $1`;

/** Where names stand: queries for (id, name) of records `r` of the organization `$1`, each open for further conditions. */
const sources: readonly string[] = [
  ...["project", "contact", "price_book", "bill_of_quantities", "api_key", "stored_file"].map((table) =>
    ofRecord(table, "name"),
  ),
  ...["task", "document", "reminder", "template"].map((table) => ofRecord(table, "title")),
  ofOther("submission", "project", "project_id", "name"),
  ofOther("project_contact", "contact", "contact_id", "name"),
  ofOther("quote_link", "bill_of_quantities", "computo_id", "name"),
  ...["document_revision", "delivery", "ai_run"].map((table) => ofOther(table, "document", "document_id", "title")),
  "select r.id, u.name from project_share r join user_account u on u.id = r.user_id where r.organization_id = $1",
  // Threads go by whom they are with.
  `select r.id, coalesce(c.name, r.address) as name from thread r
   left join contact c on c.organization_id = r.organization_id and c.id = r.contact_id where r.organization_id = $1`,
  `select r.id, coalesce(c.name, t.address, r.to_address) as name from message r
   left join thread t on t.organization_id = r.organization_id and t.id = r.thread_id
   left join contact c on c.organization_id = t.organization_id and c.id = t.contact_id where r.organization_id = $1`,
  "select r.id, r.name from organization r where r.id = $1",
  "select r.id, r.email as name from account_link r where r.organization_id = $1 and r.kind = 'invitation'",
  // Members, and those who once were: each has an event of their own.
  `select r.id, r.name from user_account r where (exists (select from membership m where m.organization_id = $1 and m.user_id = r.id)
   or exists (select from audit_event e where e.organization_id = $1 and e.record_id = r.id::text))`,
];
/** Too many to be looked through by name: these names are only shown. */
const entries = ofRecord("price_book_entry", "description");
const connections = "select r.grant_id as id, r.client_name as name from connection r where r.organization_id = $1";

/** A query for (id, name) of all that has a name; `$1` is the organization. */
export const allNames = [...sources, connections]
  .map((source) => `select id::text, name from (${source}) n`)
  .join(" union all ");

/** A share that has ended goes by whose it was, which the event says that made it. */
const namesById = `
  with live as (
    select id::text, name from (${[...sources, entries].map((source) => `${source} and r.id = any($2::uuid[])`).join(" union all ")}) n
    union all ${connections} and r.grant_id = any($3::text[])),
  gone as (
    select distinct on (e.record_id) e.record_id as id, v.name #>> '{}' as name from audit_event e,
      lateral (values (1, e.changes -> 0 -> 'after'), (2, e.changes -> 0 -> 'before')) s (side, fields),
      lateral (values (1, s.fields -> 'name'), (2, s.fields -> 'title'), (3, s.fields -> 'email'), (4, s.fields -> 'clientName')) v (rank, name)
    where e.organization_id = $1 and e.record_id = any($3::text[]) and e.changes -> 0 ->> 'id' = e.record_id
      and e.record_id not in (select id from live)
      and jsonb_typeof(v.name) = 'string'
    order by e.record_id, v.rank, e.id desc, s.side),
  ended as (
    select distinct e.record_id as id, u.name from audit_event e
      join user_account u on u.id::text = e.changes -> 0 -> 'after' ->> 'userId'
    where e.organization_id = $1 and e.record_id = any($3::text[]) and e.record_type = 'project_share'
      and e.record_id not in (select id from live))
  select id, name from live where name is not null union all select id, name from gone union all select id, name from ended`;

/** The names that belong to ids, in one query: as they are now; of records that are gone, as the audit log knew them last. */
export async function findNames(request: PageRequest, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const values = [request.organizationId, wanted.filter(isId), wanted];
  const found = await request.query<{ id: string; name: string }>(namesById, values);
  return new Map(found.map(({ id, name }) => [id, name]));
}
