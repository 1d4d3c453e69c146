import { defaultPayloadConverter } from "@temporalio/common";
import type { InjectedSinks, WorkerInterceptors } from "@temporalio/worker";
import { type TraceSinks, traceHeader } from "../contracts/carried-trace.js";
import { traced } from "../tracing/trace.js";

/** For every worker: its activities, and the beginnings of its workflows, are spans of the trace in which they were ordered. */
export const tracedWork: { interceptors: WorkerInterceptors; sinks: InjectedSinks<TraceSinks> } = {
  interceptors: {
    activity: [
      ({ info }) => ({
        inbound: {
          execute(input, next) {
            const header = input.headers[traceHeader];
            const parent = header ? defaultPayloadConverter.fromPayload<string>(header) : null;
            const { workflowExecution, workflowType, activityType, attempt } = info;
            const facts = {
              "temporal.workflow_id": workflowExecution?.workflowId ?? "",
              "temporal.workflow_type": workflowType ?? "",
              "temporal.attempt": attempt,
            };
            return traced(`activity ${activityType}`, { kind: "consumer", parent, facts }, () => next(input));
          },
        },
      }),
    ],
  },
  sinks: {
    trace: {
      begun: {
        /** From the start in Temporal until a worker took it up. */
        async fn({ workflowType, workflowId, startTime }, parent) {
          const facts = { "temporal.workflow_id": workflowId, "temporal.workflow_type": workflowType };
          await traced(
            `workflow ${workflowType}`,
            { kind: "consumer", parent, facts, startedAt: startTime },
            async () => undefined,
          );
        },
      },
    },
  },
};
