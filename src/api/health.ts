import Router from "@koa/router";
import type pg from "pg";
import { poolOf } from "../db/data-source.js";
import { migrations } from "../db/migrations/index.js";
import type { App } from "./app.js";
import { metricsText } from "./metrics.js";

/** `/healthz`, `/readyz` and `/metrics`. */
export function healthRouter(app: App): Router {
  const router = new Router();
  router.get("/healthz", (ctx) => {
    ctx.body = { status: "ok" };
  });

  router.get("/readyz", async (ctx) => {
    const [database, temporal] = await Promise.all([databaseState(app), temporalState(app)]);
    // Temporal's absence is told, but what is ordered meanwhile waits in the outbox: not a reason to take no requests.
    ctx.status = database === "ok" ? 200 : 503;
    if (ctx.status === 503) ctx.set("Retry-After", "5");
    ctx.body = { status: database === "ok" ? "ready" : "unavailable", database, temporal };
  });

  router.get("/metrics", async (ctx) => {
    const { contentType, text } = await metricsText(app);
    ctx.set("Content-Type", contentType);
    ctx.body = text;
  });
  return router;
}

const answerTimeoutMs = 5_000;

async function databaseState({ dataSource }: App): Promise<"ok" | "unreachable" | "not migrated"> {
  try {
    const { rows } = await poolOf(dataSource).query<{ applied: number }>({
      text: "select count(*) as applied from migrations",
      query_timeout: answerTimeoutMs,
    } as pg.QueryConfig);
    return (rows[0]?.applied ?? 0) >= migrations.length ? "ok" : "not migrated";
  } catch {
    return "unreachable";
  }
}

async function temporalState({ temporal }: App): Promise<"ok" | "unreachable"> {
  try {
    await temporal.withDeadline(Date.now() + 2_000, () => temporal.workflowService.getSystemInfo({}));
    return "ok";
  } catch {
    return "unreachable";
  }
}
