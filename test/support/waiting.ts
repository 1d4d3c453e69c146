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
