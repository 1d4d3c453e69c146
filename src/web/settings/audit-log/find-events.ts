import { parseDay } from "../../../domain/calendar/date-value.js";
import { dayMs } from "../../../domain/calendar/durations.js";
import { idAt } from "../../../domain/ids.js";
import type { PageRequest } from "../page-request.js";
import type { AuditEvent } from "./audit-event.js";
import { idsIn, type StoredEvent, withNames } from "./event-names.js";
import type { AuditFilter } from "./filter.js";
import { allNames, findNames } from "./record-names.js";

/**
 * Events of the organization, newest first.
 * @param before the id of an event: only older ones
 * @param mostChanges how many of an event's changes, the first ones: a merge or a deletion changes as many records as there are
 */
export async function findEvents(
  request: PageRequest,
  filter: AuditFilter,
  before: string | null,
  limit: number,
  mostChanges: number,
): Promise<AuditEvent[]> {
  const values: unknown[] = [request.organizationId, 0, mostChanges - 1];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const clauses = conditions(filter, request.organization.timezone, add);
  if (before) clauses.push(`e.id < ${add(before)}`);
  return readEvents(
    request,
    `${clauses.map((clause) => `and ${clause}`).join(" ")} order by e.id desc limit ${add(limit)}`,
    values,
  );
}

/** An event again, with its changes from a place on. */
export const furtherChanges = (
  request: PageRequest,
  { id }: AuditEvent,
  from: number,
  mostChanges: number,
): Promise<AuditEvent[]> =>
  readEvents(request, "and e.id = $4", [request.organizationId, from, from + mostChanges - 1, id]);

/** @param further conditions, and what follows them @param values the organization, the places of the first change and of the last, and those of `further` */
async function readEvents(request: PageRequest, further: string, values: unknown[]): Promise<AuditEvent[]> {
  const events = await request.query<StoredEvent>(
    `select e.id, e.at, e.via, e.client, e.action, e.record_type as "recordType", e.record_id as "recordId",
       case when $2 = 0 and jsonb_array_length(e.changes) <= $3 + 1 then e.changes
         else jsonb_path_query_array(e.changes, '$[$from to $to]', jsonb_build_object('from', $2::int, 'to', $3::int)) end as changes,
       jsonb_array_length(e.changes) as "changeCount", e.request_id as "requestId", u.name as "userName", k.name as "keyName"
     from audit_event e left join user_account u on u.id = e.user_id
     left join api_key k on k.id = e.key_id and k.organization_id = e.organization_id
     where e.organization_id = $1 ${further}`,
    values,
  );
  const names = await findNames(request, events.flatMap(idsIn));
  return events.map((event) => withNames(event, names));
}

/** SQL conditions on the event `e` and its key `k`. @param add takes a value, and gives its place in the statement */
function conditions(filter: AuditFilter, timezone: string, add: (value: unknown) => string): string[] {
  const clauses: string[] = [];
  if (filter.via) clauses.push(`e.via = ${add(filter.via)}`);
  if (filter.person) {
    const person = `${add(filter.person)}::text`;
    const people = `select p.id from user_account p where ${contains("p.name", person)} or ${contains("p.email", person)}`;
    clauses.push(`exists (${people})`, `e.user_id in (${people})`);
  }
  if (filter.client) {
    const client = `${add(filter.client)}::text`;
    clauses.push(`(${contains("e.client", client)} or ${contains("k.name", client)})`);
  }
  if (filter.record) {
    const record = `${add(filter.record)}::text`;
    // Names are hashed however many they are, since Postgres expects few of an array; else it may go through them for each event. The events
    // stay in order, so that what many have is found at once.
    const named = `select n.id from (${allNames}) n where ${contains("n.name", record)}`;
    // What nobody is called is looked for in no event.
    if (!mayBeWithin.test(filter.record))
      clauses.push(
        `(exists (${named}) or exists (select from audit_event o where o.organization_id = $1 and o.record_id = ${record}))`,
      );
    clauses.push(
      `(e.record_id = ${record} or e.changes @> jsonb_build_array(jsonb_build_object('id', ${record}))
        or e.record_id in (select unnest(array(${named}))))`,
    );
  }
  const day = (value: string) => `${add(value)}::date`;
  const from = parseDay(filter.from);
  if (from) {
    clauses.push(`e.at >= ${day(filter.from)}::timestamp at time zone ${add(timezone)}`);
    // An event's id is made after its moment: so the walk, newest first, ends there. Two days more, for time zones and clocks that are set.
    clauses.push(`e.id >= ${add(idAt(new Date(from.getTime() - 2 * dayMs)))}`);
  }
  if (parseDay(filter.to)) clauses.push(`e.at < (${day(filter.to)} + 1)::timestamp at time zone ${add(timezone)}`);
  return clauses;
}

/** Whether it has the form of an id that an event may have within its changes alone: a record's, or a connection's. */
const mayBeWithin = /^\S{20,}$/;

const contains = (column: string, value: string): string => `position(lower(${value}) in lower(${column})) > 0`;
