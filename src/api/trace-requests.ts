import type { Context, Next } from "koa";
import { traced } from "../tracing/trace.js";
import { isRoutine } from "./access-log.js";
import { labelsOf } from "./metrics/requests.js";

/** Makes a request a span, of the trace that its `traceparent` header names if it has one. */
export function traceRequests(ctx: Context, next: Next): Promise<void> {
  if (isRoutine(ctx.path)) return next();
  return traced(ctx.method, { kind: "server", parent: ctx.get("traceparent") || null }, async (span) => {
    await next();
    const { route } = labelsOf(ctx);
    span.rename(`${ctx.method} ${route}`);
    span.add({
      "http.request.method": ctx.method,
      "http.route": route,
      "http.response.status_code": ctx.status,
      "pratica.request_id": ctx.state.requestId,
    });
    if (ctx.status >= 500) span.fail();
  });
}
