import { wakeOrder } from "../../contracts/order.js";
import { horizonMs } from "../../domain/calendar/horizon.js";
import { nilId } from "../../domain/ids.js";
import type { Database, Queries } from "../database.js";
import { orderMany, orderMissing } from "../outbox.js";
import { transact } from "../transact.js";
import { type WatchedKind, type WatchedRow, watchedKinds } from "./watched-kinds.js";

const pageSize = 1_000;

/** The end of the horizon, up to which dates have a workflow. */
export const horizonEnd = (now = new Date()): Date => new Date(now.getTime() + horizonMs);

/** SQL of the rows of a kind that should be watched. `$1` is the end of the horizon; the first condition uses it for the kinds that don't. */
const watchedText = ({ table, subject, condition }: WatchedKind, further: string): string =>
  `select t.organization_id as "organizationId", t.id as "rowId", ${subject} from ${table} t
   where $1::timestamptz is not null and ${condition} and ${further}`;

/** Rows of a kind that should be watched. @param further a condition, and what follows it, with `$2`, `$3`… for the values */
const watchedRows = (
  queries: Queries,
  kind: WatchedKind,
  further: string,
  ...values: unknown[]
): Promise<WatchedRow<object>[]> => queries.query(watchedText(kind, further), [horizonEnd(), ...values]);

/**
 * SQL of a page of the rows that should be watched, after that with the organization `$2` and the id `$3`; `$4`: how many. Late ones are few,
 * and found first, by what makes them late: to begin in order would read all rows of the table. `offset 0` keeps Postgres from that.
 */
const pageText = (kind: WatchedKind, onlyLate: boolean): string =>
  onlyLate
    ? `select * from (${watchedText(kind, kind.isLate)} offset 0) late
       where ("organizationId", "rowId") > ($2::uuid, $3::uuid) order by "organizationId", "rowId" limit $4`
    : watchedText(kind, "(t.organization_id, t.id) > ($2::uuid, $3::uuid) order by t.organization_id, t.id limit $4");

/** The rows of a kind that should be watched, or only the late ones, page by page. */
export async function* watchedPages(
  queries: Queries,
  kind: WatchedKind,
  onlyLate = false,
): AsyncGenerator<WatchedRow<object>[]> {
  const page = pageText(kind, onlyLate);
  let last = { organizationId: nilId, rowId: nilId };
  for (;;) {
    const rows: WatchedRow<object>[] = await queries.query(page, [
      horizonEnd(),
      last.organizationId,
      last.rowId,
      pageSize,
    ]);
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1) as WatchedRow<object>;
  }
}

/**
 * Wakes the watchers of these rows, and starts the missing ones, except where the outbox already has an order for them.
 * @returns how many orders were made
 */
export async function orderWatchers(
  queries: Queries,
  { contract }: WatchedKind,
  rows: WatchedRow<object>[],
): Promise<number> {
  if (rows.length === 0) return 0;
  return (await queries.query(orderMissing, [ordersOf(contract, rows)])).length;
}

const ordersOf = (contract: WatchedKind["contract"], rows: WatchedRow<object>[]): string =>
  JSON.stringify(rows.map((row) => wakeOrder(contract, row)));

/**
 * Orders watchers for the rows of a kind that have come within the horizon and have none, and for the late rows.
 * @returns how many orders were made
 */
export async function orderDueWatchers(database: Database, kind: WatchedKind): Promise<number> {
  let ordered = 0;
  for (let more = kind.mark !== null; more; ) {
    const marked = await orderUnmarked(database, kind, kind.mark as string);
    ordered += marked;
    more = marked === pageSize;
  }
  for await (const rows of watchedPages(database, kind, true)) ordered += await orderWatchers(database, kind, rows);
  return ordered;
}

/** Orders watchers for all rows of a kind that should have one. @returns how many orders were made */
export async function orderAllWatchers(database: Database, kind: WatchedKind): Promise<number> {
  let ordered = 0;
  for await (const rows of watchedPages(database, kind)) ordered += await orderWatchers(database, kind, rows);
  return ordered;
}

/**
 * Wakes the watchers of an organization's rows that have changed, and starts the missing ones, also where the outbox already has an order: it
 * may be carried out before the change is committed.
 * @param further as in `watchedRows`
 */
async function wakeWatchers(queries: Queries, kind: WatchedKind, further: string, ...values: unknown[]): Promise<void> {
  const watched = await watchedRows(queries, kind, further, ...values);
  if (watched.length > 0) await queries.query(orderMany, [ordersOf(kind.contract, watched)]);
}

/** Wakes the watchers of those of an organization's rows that should have one, and starts the missing ones. */
export async function orderWatchersOf(
  queries: Queries,
  organizationId: string,
  rows: readonly { table: string; id: string }[],
): Promise<void> {
  for (const kind of watchedKinds) {
    const ids = rows.filter(({ table }) => table === kind.table).map(({ id }) => id);
    if (ids.length > 0)
      await wakeWatchers(queries, kind, "t.organization_id = $2 and t.id = any($3)", organizationId, ids);
  }
}

/** Wakes the watchers of an organization whose moments follow from its time zone and holidays, so that they read these again. */
export async function orderDatedWatchers(queries: Queries, organizationId: string): Promise<void> {
  for (const kind of watchedKinds.filter(({ isDated }) => isDated))
    await wakeWatchers(queries, kind, "t.organization_id = $2", organizationId);
}

/** Orders a page of watchers and marks their rows, in one transaction. @returns how many rows were marked: one whose watcher waits to be ordered counts too */
const orderUnmarked = (database: Database, kind: WatchedKind, mark: string): Promise<number> =>
  transact(database, null, async (unit) => {
    await unit.begin();
    const rows = await watchedRows(unit, kind, `t.${mark} is null limit $2 for update of t skip locked`, pageSize);
    if (rows.length === 0) return 0;
    await orderWatchers(unit, kind, rows);
    await unit.query(
      `update ${kind.table} t set ${mark} = now() from unnest($1::uuid[], $2::uuid[]) as ordered (organization_id, id)
       where t.organization_id = ordered.organization_id and t.id = ordered.id`,
      [rows.map(({ organizationId }) => organizationId), rows.map(({ rowId }) => rowId)],
    );
    return rows.length;
  });
