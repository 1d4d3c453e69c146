import type { Sinks } from "@temporalio/workflow";

/** The header of Temporal's calls that carries the trace of what was ordered, as a W3C `traceparent`. */
export const traceHeader = "traceparent";

/** Told when a workflow that belongs to a trace begins, and never while its history is replayed. */
export interface TraceSinks extends Sinks {
  trace: { begun(traceparent: string): void };
}
