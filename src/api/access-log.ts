import type { Socket } from "node:net";
import type { Context } from "koa";
import type { Logger } from "pino";
import type { SecurityFacts } from "../accounts/security/security-log.js";
import { onceClosed } from "./connections/once-closed.js";

/** What a connection had carried before its latest request. */
const carried = new WeakMap<Socket, { read: number; written: number }>();
/** Whether a route is of a health check or an asset. */
export const isRoutine = (route: string): boolean => /^\/(healthz|readyz|metrics|assets\/.*)$/.test(route);

/**
 * Writes one line about a request once its answer is sent, or given up: the route's pattern and ids, nothing that a person wrote. Health
 * checks and assets are told of at `debug` alone.
 * @param route as the metrics name it
 */
export function logAccess(log: Logger, ctx: Context, route: string, ms: number): void {
  const level = isRoutine(route) ? "debug" : "info";
  if (!log.isLevelEnabled(level)) return;
  const { req, res, state, method } = ctx;
  onceClosed(res, () => {
    const { bytesRead: read, bytesWritten: written } = req.socket;
    const before = carried.get(req.socket) ?? { read: 0, written: 0 };
    carried.set(req.socket, { read, written });
    const { organizationId, keyId, connectionId } = (state.caller ?? {}) as SecurityFacts;
    log[level]({
      event: "request",
      requestId: state.requestId,
      method,
      route,
      status: res.statusCode,
      ms: Math.round(ms * 10) / 10,
      bytesIn: read - before.read,
      bytesOut: written - before.written,
      ...(organizationId ? { organizationId } : {}),
      ...(keyId ? { keyId } : {}),
      ...(connectionId ? { connectionId } : {}),
      ...(res.writableFinished ? {} : { aborted: true }),
    });
  });
}
