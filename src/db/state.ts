import type { Queries } from "./database.js";
import { codeOf } from "./error-code.js";
import { migrations } from "./migrations/index.js";
import { madeTables, missingTables } from "./preparation/made-tables.js";

export interface DatabaseState {
  status: "ok" | "unreachable" | "not migrated" | "tables missing";
  /** tables that the migrations made, and that are gone */
  missingTables?: string[];
}

const wanted = madeTables();
const undefinedTable = "42P01";

/** What the database is good for now. @param queries must give up by itself when no answer comes */
export async function databaseState(queries: Queries): Promise<DatabaseState> {
  try {
    const [now] = await queries.query<{ applied: number; missing: string[] }>(
      `select (select count(*) from migrations) as applied, array(${missingTables}) as missing`,
      [await wanted],
    );
    if ((now?.applied ?? 0) < migrations.length) return { status: "not migrated" };
    return now?.missing.length ? { status: "tables missing", missingTables: now.missing } : { status: "ok" };
  } catch (error) {
    return { status: codeOf(error) === undefinedTable ? "not migrated" : "unreachable" };
  }
}

/** SQL: when a worker last said that it lives. If it ended before the clock was set back, that moment is in the future. */
export const lastSeen = "select max(seen_at) from worker_seen where seen_at < now() + interval '1 minute'";

/** Seconds since a worker last said that it lives; null: none ever did. */
export async function secondsSinceWorker(queries: Queries): Promise<number | null> {
  const [last] = await queries.query<{ seconds: number | null }>(
    `select extract(epoch from now() - (${lastSeen}))::float as seconds`,
  );
  return last?.seconds ?? null;
}

/** A worker says that it lives every 10 s. */
export const workerState = (seconds: number | null): string =>
  seconds === null ? "never seen" : seconds < 45 ? "ok" : `not seen for ${Math.round(seconds)} s`;
