import type { Context, Next } from "koa";
import type { Logger } from "pino";
import { Histogram } from "prom-client";
import { actionsByName } from "../../actions/index.js";
import { logAccess } from "../access-log.js";
import { registry } from "./registry.js";

const actionPath = "/api/rest/actions/";
const requestSeconds = new Histogram({
  name: "pratica_http_request_seconds",
  help: "Time to answer a request, by route and status",
  labelNames: ["route", "status"],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
});

interface Answered {
  status: number;
  params?: Record<string, string>;
  /** the router's own pattern */
  _matchedRoute?: unknown;
}

/**
 * What a request is counted under: actions and routes that exist, and classes of statuses. Nobody who sends requests can add to these, so
 * the metrics don't grow.
 */
export function labelsOf(ctx: Answered): { route: string; status: string } {
  const operation = ctx.params?.operation as string | undefined;
  const route =
    operation === undefined ? ctx._matchedRoute : actionsByName.has(operation) && `${actionPath}${operation}`;
  return { route: String(route || "unknown"), status: `${Math.trunc(ctx.status / 100)}xx` };
}

/** Measures how long each request takes until its answer is ready, for the metrics and for the log of requests. */
export const measureRequests =
  (accessLog: Logger) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const began = performance.now();
    try {
      await next();
    } finally {
      const ms = performance.now() - began;
      const labels = labelsOf(ctx);
      requestSeconds.observe(labels, ms / 1_000);
      logAccess(accessLog, ctx, labels.route, ms);
    }
  };
