import type { Logger } from "pino";
import type { Config } from "../config.js";
import type { OpenSpan, SpanOptions, Tracing } from "./span.js";

const idle: OpenSpan = { rename: () => undefined, add: () => undefined, fail: () => undefined };
let tracing: Tracing | null = null;

type TracingConfig = Pick<Config, "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_TRACES_SAMPLER_ARG">;

/**
 * Starts to export spans, if the settings name a collector; without one nothing of OpenTelemetry is loaded.
 * @param service the program's name in the traces
 * @param onFailure told when spans could not be sent; nothing waits for them
 */
export async function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share }: TracingConfig,
  service: string,
  onFailure: (error: unknown) => void,
): Promise<void> {
  if (!endpoint) return;
  const { exportSpans } = await import("./export-spans.js");
  tracing = exportSpans({ endpoint, share, service, onFailure });
}

/** A handler for `startTracing`: one line, seen at `debug` alone, since lost spans harm nothing. */
export const logLostSpans =
  (log: Logger) =>
  (error: unknown): void =>
    log.debug({ err: error }, "spans were not sent");

/** Sends what is left, for two seconds at most. */
export async function stopTracing(): Promise<void> {
  await tracing?.stop();
  tracing = null;
}

/** Does the work as a span of the current trace. Without tracing it just does the work. */
export const traced = <T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T> =>
  tracing ? tracing.span(name, options, work) : work(idle);

/** The current span as a W3C `traceparent`, to be carried to another program; null without one. */
export const currentTrace = (): string | null => tracing?.current() ?? null;
