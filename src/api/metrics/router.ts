import Router from "@koa/router";
import { Gauge } from "prom-client";
import { programVersion } from "../../config.js";
import type { Database } from "../../db/database.js";
import { tryWrite } from "../../db/write-probe.js";
import { impatient } from "../health.js";
import { gauge, registry } from "./registry.js";
import { countRows, forgetRows } from "./rows.js";

const connections = new Gauge({
  name: "pratica_database_connections",
  help: "Connections of the API's pool to Postgres, by what they do: used or idle",
  labelNames: ["state"],
  registers: [registry],
});
const writable = gauge(
  "pratica_database_writable",
  "1 if Postgres could write just now; 0 if not, as on a full disk or without an answer",
);
const mostConnections = gauge("pratica_database_connections_max", "The most connections that the API's pool opens");
const waitingForConnection = gauge("pratica_database_waiting", "Requests that wait for a connection of the pool");

new Gauge({
  name: "pratica_build_info",
  help: "Always 1; the version of the program that runs",
  labelNames: ["version"],
  registers: [registry],
}).set({ version: programVersion() }, 1);

/** `/metrics`: at the API's own port, or alone at another. */
export function metricsRouter(database: Database): Router {
  const router = new Router();
  router.get("/metrics", async (ctx) => {
    const { contentType, text } = await metricsText(database);
    ctx.set("Content-Type", contentType);
    ctx.body = text;
  });
  return router;
}

/**
 * The metrics in Prometheus' text format. Those that count rows are queried at each scrape, and left out where Postgres doesn't answer:
 * the others, and the alerts about them, are wanted most then.
 */
async function metricsText(database: Database): Promise<{ contentType: string; text: string }> {
  // First, since the queries themselves need connections.
  observePool(database.pool);
  // Both at once, so that they have given up before the scrape does, after 10 s.
  const written = tryWrite(database.pool);
  await countRows(impatient(database)).catch(async (error: unknown) => {
    if ((await written) === "ok") throw error;
    forgetRows();
  });
  writable.set((await written) === "ok" ? 1 : 0);
  return { contentType: registry.contentType, text: await registry.metrics() };
}

function observePool({ totalCount, idleCount, waitingCount, options }: Database["pool"]): void {
  connections.set({ state: "used" }, totalCount - idleCount);
  connections.set({ state: "idle" }, idleCount);
  mostConnections.set(options.max);
  waitingForConnection.set(waitingCount);
}
