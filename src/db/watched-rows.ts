import { horizonMs } from "../domain/horizon.js";
import type { WatchedKind } from "./watched.js";

/** The end of the horizon, up to which dates have a workflow. */
export const horizonEnd = (now = new Date()): Date => new Date(now.getTime() + horizonMs);

/**
 * The rows that should be watched. `$1` is always the end of the horizon; the first condition uses it for the kinds that
 * don't.
 */
const watchedRows = ({ table, subject, condition }: WatchedKind, furtherCondition: string): string =>
  `select t.organization_id as "organizationId", t.id as "rowId", ${subject} from ${table} t
   where $1::timestamptz is not null and ${condition} and ${furtherCondition}`;

/** At most `$2` rows within the horizon that have no watcher yet, locked. */
export const unmarkedRows = (watched: WatchedKind, mark: string): string =>
  `${watchedRows(watched, `t.${mark} is null`)} limit $2 for update of t skip locked`;

/** Marks rows (`$1` organizations, `$2` ids) as having a watcher. */
export const markRows = ({ table }: WatchedKind, mark: string): string =>
  `update ${table} t set ${mark} = now() from unnest($1::uuid[], $2::uuid[]) as ordered (organization_id, id)
   where t.organization_id = ordered.organization_id and t.id = ordered.id`;

/** A page of the rows that should be watched, after the row with the organization `$2` and the id `$3`; `$4`: how many. */
export const pageOfRows = (watched: WatchedKind, onlyLate = false): string =>
  `${watchedRows(watched, `(t.organization_id, t.id) > ($2::uuid, $3::uuid) and ${onlyLate ? watched.isLate : "true"}`)}
   order by t.organization_id, t.id limit $4`;

/** Those of the rows `$3` of an organization `$2` that should be watched. */
export const rowsById = (watched: WatchedKind): string =>
  watchedRows(watched, "t.organization_id = $2 and t.id = any($3)");

/** All of an organization `$2` that should be watched. */
export const rowsOfOrganization = (watched: WatchedKind): string => watchedRows(watched, "t.organization_id = $2");
