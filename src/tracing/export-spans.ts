import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { parseTraceParent, setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { programVersion } from "../config.js";
import type { OpenSpan, Tracing } from "./span.js";

interface Destination {
  /** the collector's address; `/v1/traces` is added */
  endpoint: string;
  /** of the traces that begin here: 0 to 1 */
  share: number;
  service: string;
  onFailure: (error: unknown) => void;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};
const longestStopMs = 2_000;
/** Shorter than OpenTelemetry's 10 s, since an attempt under way keeps the program from ending. */
const exportMs = 3_000;

/** Exports spans in the background by OTLP over HTTP, as JSON. A collector that doesn't answer loses spans and delays nothing. */
export function exportSpans({ endpoint, share, service, onFailure }: Destination): Tracing {
  setGlobalErrorHandler(onFailure);
  const contexts = new AsyncLocalStorageContextManager().enable();
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const named = resourceFromAttributes({ "service.name": service, "service.version": programVersion() });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, timeoutMillis: exportMs }),
        scheduledDelayMillis: 1_000,
      }),
    ],
  });
  const tracer = provider.getTracer("pratica");
  return {
    async span(name, { kind, facts = {}, parent, startedAt }, work) {
      const context = parent === undefined ? contexts.active() : below(parent);
      const span = tracer.startSpan(
        name,
        { attributes: facts, ...(kind ? { kind: kinds[kind] } : {}), ...(startedAt ? { startTime: startedAt } : {}) },
        context,
      );
      try {
        return await contexts.with(trace.setSpan(context, span), () => work(openSpan(span)));
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    current() {
      const span = trace.getSpanContext(contexts.active());
      if (!span || !isSpanContextValid(span)) return null;
      return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, "0")}`;
    },
    async stop() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, longestStopMs).unref());
      await Promise.race([provider.shutdown().catch(onFailure), late]);
      contexts.disable();
    },
  };
}

function below(parent: string | null): Context {
  const span = parent === null ? null : parseTraceParent(parent);
  return span ? trace.setSpanContext(ROOT_CONTEXT, { ...span, isRemote: true }) : ROOT_CONTEXT;
}

const openSpan = (span: Span): OpenSpan => ({
  rename: (name) => void span.updateName(name),
  add: (facts) => void span.setAttributes(facts),
  fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
});

/** Its kind alone: an error's message may quote what a person wrote. */
function fail(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute("error.type", String(code ?? name ?? "unknown"));
}
