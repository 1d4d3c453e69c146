import { setTimeout } from "node:timers/promises";
import Router from "@koa/router";
import type { ConnectionLike } from "@temporalio/client";
import type pg from "pg";
import type { Database, Queries } from "../db/database.js";
import { databaseState, secondsSinceWorker, workerState } from "../db/state.js";
import { tryWrite } from "../db/write-probe.js";

interface HealthParts {
  database: Database;
  temporal: ConnectionLike;
}

/** `/healthz` and `/readyz`. */
export function healthRouter({ database, temporal }: HealthParts): Router {
  const router = new Router();
  router.get("/healthz", (ctx) => {
    ctx.body = { status: "ok" };
  });

  router.get("/readyz", async (ctx) => {
    const queries = impatient(database);
    const [read, written, temporalStatus, worker] = await Promise.all([
      databaseState(queries),
      tryWrite(database.pool),
      temporalState(temporal),
      workerWords(queries),
    ]);
    const { status: readStatus, ...details } = read;
    const databaseStatus = readStatus === "ok" ? written : readStatus;
    // Without Temporal or a worker the API stays ready: orders wait.
    const isReady = databaseStatus === "ok";
    ctx.status = isReady ? 200 : 503;
    if (!isReady) ctx.set("Retry-After", "5");
    const status = isReady ? "ready" : "unavailable";
    ctx.body = { status, database: databaseStatus, ...details, temporal: temporalStatus, worker };
  });
  return router;
}

const answerTimeoutMs = 5_000;
const temporalTimeoutMs = 2_000;

/** Queries that give up after 5 s. */
export const impatient = ({ pool }: Database): Queries => ({
  query: async <T extends object>(text: string, values: unknown[] = []) =>
    (await pool.query({ text, values, query_timeout: answerTimeoutMs } as pg.QueryConfig)).rows as T[],
});

async function workerWords(queries: Queries): Promise<string> {
  try {
    return workerState(await secondsSinceWorker(queries));
  } catch {
    // No answer, or not migrated yet: the database's own state says so.
    return "unknown";
  }
}

async function temporalState(temporal: ConnectionLike): Promise<"ok" | "unreachable"> {
  const late = setTimeout(temporalTimeoutMs, "unreachable" as const, { ref: false });
  try {
    const answer = temporal.workflowService.getSystemInfo({}).then(() => "ok" as const);
    return await Promise.race([answer, late]);
  } catch {
    return "unreachable";
  }
}
