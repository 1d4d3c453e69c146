import { setTimeout } from "node:timers/promises";
import Router from "@koa/router";
import { type ConnectionLike, isGrpcServiceError } from "@temporalio/client";
import type pg from "pg";
import type { Config } from "../config.js";
import type { Database, Queries } from "../db/database.js";
import { databaseState, secondsSinceWorker, workerState } from "../db/state.js";
import { tryWrite } from "../db/write-probe.js";
import { temporalSettings } from "../temporal.js";

interface HealthParts {
  config: Config;
  database: Database;
  temporal: ConnectionLike;
}

/** `/healthz` and `/readyz`. */
export function healthRouter({ config, database, temporal }: HealthParts): Router {
  const { namespace } = temporalSettings(config);
  const router = new Router();
  router.get("/healthz", (ctx) => {
    ctx.body = { status: "ok" };
  });

  router.get("/readyz", async (ctx) => {
    const queries = impatient(database);
    const [read, written, temporalStatus, worker] = await Promise.all([
      databaseState(queries),
      tryWrite(database.pool),
      temporalState(temporal, namespace),
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

async function temporalState({ workflowService }: ConnectionLike, namespace: string): Promise<string> {
  const late = setTimeout(temporalTimeoutMs, "unreachable", { ref: false });
  const isThere = workflowService.describeNamespace({ namespace }).then(() => true, saysOtherwise);
  const answer = workflowService
    .getSystemInfo({})
    .then(async () => ((await isThere) ? "ok" : `has no namespace ${namespace}`));
  try {
    return await Promise.race([answer, late]);
  } catch {
    return "unreachable";
  }
}

const notFound = 5;
/** A client without the right to describe a namespace may still use it. */
const saysOtherwise = (error: unknown): boolean => !(isGrpcServiceError(error) && Number(error.code) === notFound);
