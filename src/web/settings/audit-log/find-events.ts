import type { PageRequest } from "../page-request.js";
import type { AuditEvent } from "./audit-event.js";
import type { AuditFilter } from "./filter.js";

/** The records that have a name, with it; `$1` is the organization. */
const named: string = [
  ...["project", "contact", "price_book", "bill_of_quantities"].map((table) => [table, "name"]),
  ...["task", "document", "reminder", "template"].map((table) => [table, "title"]),
  ["api_key", "name"],
]
  .map(
    ([table, column]) =>
      `select '${table}' as type, id::text, ${column} as name from ${table} where organization_id = $1`,
  )
  .concat(
    "select 'organization', id::text, name from organization where id = $1",
    "select t.type, u.id::text, u.name from membership m join user_account u on u.id = m.user_id, (values ('membership'), ('user_account')) t (type) where m.organization_id = $1",
    "select 'invitation', id::text, email from account_link where organization_id = $1 and kind = 'invitation'",
    "select 'connection', grant_id, client_name from connection where organization_id = $1",
    "select 'submission', s.id::text, p.name from submission s join project p on p.organization_id = s.organization_id and p.id = s.project_id where s.organization_id = $1",
  )
  .join(" union all ");

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
const contains = (column: string, value: string): string => `position(lower(${value}) in lower(${column})) > 0`;

/** Events of the organization, newest first. @param before the id of an event: only older ones */
export function findEvents(
  request: PageRequest,
  filter: AuditFilter,
  before: string | null,
  limit: number,
): Promise<AuditEvent[]> {
  const { organizationId, timezone } = request.organization;
  const values: unknown[] = [organizationId];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const clauses = ["e.organization_id = $1"];
  if (before) clauses.push(`e.id < ${add(before)}`);
  if (filter.via) clauses.push(`e.via = ${add(filter.via)}`);
  if (filter.person) {
    const person = `${add(filter.person)}::text`;
    clauses.push(
      `e.user_id in (select p.id from user_account p where ${contains("p.name", person)} or ${contains("p.email", person)})`,
    );
  }
  if (filter.client) {
    const client = `${add(filter.client)}::text`;
    clauses.push(`(${contains("e.client", client)} or ${contains("k.name", client)})`);
  }
  if (filter.record) {
    const record = `${add(filter.record)}::text`;
    clauses.push(
      `(e.record_id = ${record} or e.changes @> jsonb_build_array(jsonb_build_object('id', ${record}))
        or e.record_id in (select n.id from (${named}) n where ${contains("n.name", record)}))`,
    );
  }
  const day = (value: string) => `${add(value)}::date`;
  if (isDay(filter.from)) clauses.push(`e.at >= ${day(filter.from)}::timestamp at time zone ${add(timezone)}`);
  if (isDay(filter.to)) clauses.push(`e.at < (${day(filter.to)} + 1)::timestamp at time zone ${add(timezone)}`);
  return request.query<AuditEvent>(
    `with found as (
       select e.*, u.name as user_name, k.name as key_name from audit_event e
       left join user_account u on u.id = e.user_id
       left join api_key k on k.id = e.key_id and k.organization_id = e.organization_id
       where ${clauses.join(" and ")} order by e.id desc limit ${add(limit)})
     select f.id, f.at, f.via, f.client, f.action, f.record_type as "recordType", f.record_id as "recordId", f.changes,
       f.request_id as "requestId", f.user_name as "userName", f.key_name as "keyName", n.name as "recordName"
     from found f left join (${named}) n on n.type = f.record_type and n.id = f.record_id order by f.id desc`,
    values,
  );
}
