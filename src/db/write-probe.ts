import type pg from "pg";
import { codeOf } from "./error-code.js";

export type Writability = "ok" | "disk full" | "not writable";

/**
 * A change, which a read-only server refuses, and a sort that is too large for its memory, so that Postgres has to write 300 kB to a
 * file at once. A small row alone would go into a page that has room, and show a full disk much later.
 */
const write = `
  set local work_mem = '64kB';
  delete from worker_seen where seen_at < now() - interval '1 day';
  select count(*) from (select n from generate_series(1, 20000) n order by n desc offset 0) written`;
/** In this order: the disk is full; the server's limit for such files is reached. */
const full = ["53100", "53400"];
const answerTimeoutMs = 5_000;
const keepMs = 3_000;
const known = new WeakMap<pg.Pool, { at: number; found: Promise<Writability> }>();

/** Whether Postgres can write now, by trying. "ok" holds for 3 s; any other answer is checked again, so a recovery shows at once. */
export async function tryWrite(pool: pg.Pool): Promise<Writability> {
  const last = known.get(pool);
  if (last && performance.now() - last.at < keepMs) return last.found;
  const found = tryNow(pool);
  known.set(pool, { at: performance.now(), found });
  const writability = await found;
  if (writability !== "ok") known.delete(pool);
  return writability;
}

async function tryNow(pool: pg.Pool): Promise<Writability> {
  try {
    await pool.query({ text: write, query_timeout: answerTimeoutMs } as pg.QueryConfig);
    return "ok";
  } catch (error) {
    // The server's own log has any other reason why it can't write.
    return full.includes(codeOf(error)) ? "disk full" : "not writable";
  }
}
