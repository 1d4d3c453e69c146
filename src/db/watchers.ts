import { wakeOrder } from "../contracts/order.js";
import type { Database, Queries } from "./database.js";
import { orderMissing } from "./outbox.js";
import { transact } from "./transact.js";
import { horizonEnd, markRows, pageOfRows, unmarkedRows, type WatchedKind, type WatchedRow } from "./watched.js";

const pageSize = 1_000;
const firstId = "00000000-0000-0000-0000-000000000000";

/** All rows of a kind that should be watched, or only the late ones; page by page. */
export async function* watchedPages(
  queries: Queries,
  kind: WatchedKind,
  onlyLate = false,
): AsyncGenerator<WatchedRow<object>[]> {
  let last = { organizationId: firstId, rowId: firstId };
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

/** Wakes the watchers of these rows, and starts those that are missing; not where an order for them waits already. @returns how many were ordered */
export async function orderWatchers(
  queries: Queries,
  { contract }: WatchedKind,
  rows: WatchedRow<object>[],
): Promise<number> {
  const orders = rows.map((row) => wakeOrder(contract, row));
  return (await queries.query(orderMissing, [JSON.stringify(orders)])).length;
}

/** Orders a watcher for whatever has come within the horizon and has none, and for what should have been dealt with long ago. */
export async function orderDueWatchers(database: Database, kind: WatchedKind): Promise<number> {
  let ordered = 0;
  for (let more = kind.mark !== null; more; ) {
    const marked = await orderUnmarked(database, kind, kind.mark as string);
    ordered += marked;
    more = marked === pageSize;
  }
  if (kind.isLate !== null)
    for await (const rows of watchedPages(database, kind, true)) ordered += await orderWatchers(database, kind, rows);
  return ordered;
}

/** Orders a watcher for every row that should have one. */
export async function orderAllWatchers(database: Database, kind: WatchedKind): Promise<number> {
  let ordered = 0;
  for await (const rows of watchedPages(database, kind)) ordered += await orderWatchers(database, kind, rows);
  return ordered;
}

/** Orders a page of watchers and marks their rows, in one transaction. */
const orderUnmarked = (database: Database, kind: WatchedKind, mark: string): Promise<number> =>
  transact(database, null, async (unit) => {
    await unit.begin();
    const rows = await unit.query<WatchedRow<object>>(unmarkedRows(kind, mark), [horizonEnd(), pageSize]);
    if (rows.length === 0) return 0;
    await orderWatchers(unit, kind, rows);
    const places = [rows.map(({ organizationId }) => organizationId), rows.map(({ rowId }) => rowId)];
    await unit.query(markRows(kind, mark), places);
    return rows.length;
  });
