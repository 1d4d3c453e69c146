import Router from "@koa/router";
import type { Connection } from "@temporalio/client";
import type pg from "pg";
import type { Database } from "../db/database.js";
import { migrations } from "../db/migrations/index.js";

interface HealthParts {
  database: Database;
  temporal: Connection;
}

/** `/healthz` and `/readyz`. */
export function healthRouter({ database, temporal }: HealthParts): Router {
  const router = new Router();
  router.get("/healthz", (ctx) => {
    ctx.body = { status: "ok" };
  });

  router.get("/readyz", async (ctx) => {
    const [databaseStatus, temporalStatus] = await Promise.all([databaseState(database), temporalState(temporal)]);
    // Without Temporal the API stays ready: orders wait in the outbox.
    const isReady = databaseStatus === "ok";
    ctx.status = isReady ? 200 : 503;
    if (!isReady) ctx.set("Retry-After", "5");
    ctx.body = { status: isReady ? "ready" : "unavailable", database: databaseStatus, temporal: temporalStatus };
  });
  return router;
}

const answerTimeoutMs = 5_000;

async function databaseState({ pool }: Database): Promise<"ok" | "unreachable" | "not migrated"> {
  try {
    const { rows } = await pool.query<{ applied: number }>({
      text: "select count(*) as applied from migrations",
      query_timeout: answerTimeoutMs,
    } as pg.QueryConfig);
    return (rows[0]?.applied ?? 0) >= migrations.length ? "ok" : "not migrated";
  } catch {
    return "unreachable";
  }
}

async function temporalState(temporal: Connection): Promise<"ok" | "unreachable"> {
  try {
    await temporal.withDeadline(Date.now() + 2_000, () => temporal.workflowService.getSystemInfo({}));
    return "ok";
  } catch {
    return "unreachable";
  }
}
