import {
  type Client,
  isGrpcServiceError,
  ServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from "@temporalio/client";
import { TypedSearchAttributes } from "@temporalio/common";
import type { Order } from "../../contracts/order.js";
import { searchAttributes } from "../../contracts/search-attributes.js";
import { mainQueue } from "../../contracts/task-queues.js";
import { traced } from "../../tracing/trace.js";

/** An order in the outbox. */
export type OutboxRow = Order & {
  id: number;
  /** the trace in which it was ordered */
  traceparent: string | null;
};

export type HandOver =
  | { outcome: "taken" }
  /** Temporal answered, and doesn't accept this order */
  | { outcome: "refused"; reason: string }
  /** no answer, or one that says nothing about the order */
  | { outcome: "unanswered"; reason: string };

/** gRPC statuses: invalid argument, not found, already exists, failed precondition, out of range, unimplemented. */
const refusals = [3, 5, 6, 9, 11, 12];

/** Hands one order to Temporal. Handing over the same order again has no effect. @param client has a deadline for each call */
export async function handOverOrder(client: Client, row: OutboxRow): Promise<HandOver> {
  try {
    const name = row.workflowType ? `start ${row.workflowType}` : `signal ${row.signal}`;
    const facts = { "temporal.workflow_id": row.workflowId };
    await traced(name, { kind: "producer", parent: row.traceparent, facts }, () =>
      row.workflowType ? start(client, row, row.workflowType) : signal(client, row, row.signal ?? ""),
    );
    return { outcome: "taken" };
  } catch (error) {
    const cause = error instanceof ServiceError ? error.cause : error;
    if (!isGrpcServiceError(cause)) return { outcome: "refused", reason: String(cause) };
    return { outcome: refusals.includes(cause.code) ? "refused" : "unanswered", reason: cause.details };
  }
}

async function start(client: Client, row: OutboxRow, workflowType: string): Promise<void> {
  const pairs = [
    { key: searchAttributes.organization, value: row.organizationId },
    ...(row.projectId ? [{ key: searchAttributes.project, value: row.projectId }] : []),
    ...(row.recordId ? [{ key: searchAttributes.record, value: row.recordId }] : []),
  ];
  const options = {
    workflowId: row.workflowId,
    taskQueue: mainQueue,
    args: [row.input],
    priority: { fairnessKey: row.organizationId },
    typedSearchAttributes: new TypedSearchAttributes(pairs),
    ...(row.summary ? { staticSummary: row.summary } : {}),
  };
  if (row.signal) {
    // In one call, so that a watcher that is just ending can't miss the signal.
    await client.workflow.signalWithStart(workflowType, {
      ...options,
      workflowIdReusePolicy: "ALLOW_DUPLICATE",
      signal: row.signal,
      signalArgs: [],
    });
    return;
  }
  try {
    await client.workflow.start(workflowType, { ...options, workflowIdReusePolicy: "REJECT_DUPLICATE" });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

async function signal(client: Client, row: OutboxRow, name: string): Promise<void> {
  try {
    await client.workflow.getHandle(row.workflowId).signal(name);
  } catch (error) {
    // The workflow has ended, and the signal concerns nobody else.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
