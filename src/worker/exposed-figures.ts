import type { TelemetryOptions } from "@temporalio/worker";
import type { Config } from "../config.js";

/** Has Temporal's SDK show its figures (slots, waits, failures by task queue) at `/metrics` of a port of their own. */
export function exposedFigures({
  WORKER_METRICS_PORT: port,
  HOST = "127.0.0.1",
}: Pick<Config, "WORKER_METRICS_PORT" | "HOST">): Pick<TelemetryOptions, "metrics"> {
  if (port === undefined) return {};
  const host = HOST.includes(":") ? `[${HOST}]` : HOST;
  return {
    metrics: { prometheus: { bindAddress: `${host}:${port}`, useSecondsForDurations: true, unitSuffix: true } },
  };
}
