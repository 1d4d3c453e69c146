import type { ClientInterceptors } from "@temporalio/client";
import { defaultPayloadConverter, type Headers } from "@temporalio/common";
import { traceHeader } from "../../contracts/carried-trace.js";
import { currentTrace } from "../../tracing/trace.js";

function carry<I extends { headers: Headers }>(input: I): I {
  const traceparent = currentTrace();
  if (traceparent === null) return input;
  return { ...input, headers: { ...input.headers, [traceHeader]: defaultPayloadConverter.toPayload(traceparent) } };
}

/** For the relay's client: the current trace goes with every start and signal. */
export const traceOrders: ClientInterceptors = {
  workflow: [
    {
      start: (input, next) => next(carry(input)),
      signalWithStart: (input, next) => next(carry(input)),
      signal: (input, next) => next(carry(input)),
    },
  ],
};
