import { defaultPayloadConverter } from "@temporalio/common";
import { type Headers, proxySinks, type WorkflowInterceptors } from "@temporalio/workflow";
import { type TraceSinks, traceHeader } from "../../contracts/carried-trace.js";

/**
 * Hands the trace that came with a workflow's start, or with the signal that woke it last, on to its activities. Everything comes from
 * the history and nothing is a command, so it fits every history, those without a trace too.
 */
export function interceptors(): WorkflowInterceptors {
  const { trace } = proxySinks<TraceSinks>();
  let carried: Headers = {};
  const take = (headers: Headers) => {
    const given = headers[traceHeader];
    if (given) carried = { [traceHeader]: given };
    return given;
  };
  const carry = <I extends { headers: Headers }>(input: I): I => ({
    ...input,
    headers: { ...input.headers, ...carried },
  });
  return {
    inbound: [
      {
        execute(input, next) {
          const given = take(input.headers);
          if (given) trace.begun(defaultPayloadConverter.fromPayload(given));
          return next(input);
        },
        handleSignal(input, next) {
          take(input.headers);
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(carry(input)),
        continueAsNew: (input, next) => next(carry(input)),
      },
    ],
  };
}
