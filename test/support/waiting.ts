import type pg from "pg";
import { eventually } from "./eventually.js";

/** Until some other connection waits for a lock of this one's transaction. */
export async function untilWaitedFor(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const waiting = "select from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))";
  await eventually(async () => (await pool.query(waiting, [rows[0]?.pid])).rowCount);
}

/** Until so many connections to the database wait for locks, of whomever. */
export async function untilWaiting(pool: pg.Pool, count: number): Promise<void> {
  const waiting =
    "select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0";
  await eventually(async () => ((await pool.query(waiting)).rowCount ?? 0) >= count);
}

/**
 * Sends requests that need what another transaction holds, and lets it go once two of them at least wait for it.
 * @param hold the statement that takes it, and its values
 * @param meanwhile what must be possible while they wait
 */
export async function sentWhileHeld<T>(
  pool: pg.Pool,
  [hold, values = []]: [hold: string, values?: unknown[]],
  send: () => Promise<T>[],
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<T[]> {
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query(hold, values);
  const sent = send();
  await untilWaiting(pool, 2);
  try {
    await meanwhile();
  } finally {
    await holder.query("commit");
    holder.release();
  }
  return Promise.all(sent);
}
