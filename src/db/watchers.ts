import { wakeOrder } from "../contracts/order.js";
import { nilId } from "../domain/ids.js";
import type { Database, Queries } from "./database.js";
import { orderMissing } from "./outbox.js";
import { transact } from "./transact.js";
import { type WatchedKind, type WatchedRow, watchedKinds } from "./watched.js";
import { horizonEnd, markRows, pageOfRows, rowsById, rowsOfOrganization, unmarkedRows } from "./watched-rows.js";

const pageSize = 1_000;

/** The rows of a kind that should be watched, or only the late ones, page by page. */
export async function* watchedPages(
  queries: Queries,
  kind: WatchedKind,
  onlyLate = false,
): AsyncGenerator<WatchedRow<object>[]> {
  let last = { organizationId: nilId, rowId: nilId };
  for (;;) {
    const rows = await queries.query<WatchedRow<object>>(pageOfRows(kind, onlyLate), [
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
  const orders = rows.map((row) => wakeOrder(contract, row));
  return (await queries.query(orderMissing, [JSON.stringify(orders)])).length;
}

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

/** Orders watchers for those of an organization's rows that should have one. */
export async function orderWatchersOf(
  queries: Queries,
  organizationId: string,
  rows: readonly { table: string; id: string }[],
): Promise<void> {
  for (const kind of watchedKinds) {
    const ids = rows.filter(({ table }) => table === kind.table).map(({ id }) => id);
    if (ids.length === 0) continue;
    const watched = await queries.query<WatchedRow<object>>(rowsById(kind), [horizonEnd(), organizationId, ids]);
    await orderWatchers(queries, kind, watched);
  }
}

/** Wakes the watchers of an organization whose moments follow from its time zone and holidays, so that they read these anew. */
export async function orderDatedWatchers(queries: Queries, organizationId: string): Promise<void> {
  for (const kind of watchedKinds.filter(({ isDated }) => isDated)) {
    const watched = await queries.query<WatchedRow<object>>(rowsOfOrganization(kind), [horizonEnd(), organizationId]);
    await orderWatchers(queries, kind, watched);
  }
}

/** Orders a page of watchers and marks their rows, in one transaction. @returns how many rows were marked: one whose watcher waits to be ordered counts too */
const orderUnmarked = (database: Database, kind: WatchedKind, mark: string): Promise<number> =>
  transact(database, null, async (unit) => {
    await unit.begin();
    const rows = await unit.query<WatchedRow<object>>(unmarkedRows(kind, mark), [horizonEnd(), pageSize]);
    if (rows.length === 0) return 0;
    await orderWatchers(unit, kind, rows);
    const keys = [rows.map(({ organizationId }) => organizationId), rows.map(({ rowId }) => rowId)];
    await unit.query(markRows(kind, mark), keys);
    return rows.length;
  });
