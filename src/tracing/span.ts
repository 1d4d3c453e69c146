/** What a span says beside its name: ids, counts and outcomes, nothing that a person wrote. */
type Facts = Record<string, string | number>;

export interface SpanOptions {
  kind?: "server" | "client" | "producer" | "consumer";
  facts?: Facts;
  /** the span above it, as a W3C `traceparent`; null: none; unset: the current span */
  parent?: string | null;
  /** unset: now */
  startedAt?: Date;
}

/** What can be said of a span while it lasts. */
export interface OpenSpan {
  rename(name: string): void;
  add(facts: Facts): void;
  /** It failed without throwing. */
  fail(): void;
}

/** What is loaded where OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export interface Tracing {
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  current(): string | null;
  stop(): Promise<void>;
}
