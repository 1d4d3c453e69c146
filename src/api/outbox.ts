import type { Workflow } from "@temporalio/client";

export interface StartOrder {
  kind: "start";
  workflow: Workflow;
  workflowId: string;
  /** ids and numbers alone: histories hold nothing personal */
  input: Record<string, string | number>;
  /** what a person reads in the Temporal UI */
  summary: string;
  projectId: string | null;
  recordId: string;
}

export interface SignalOrder {
  kind: "signal";
  workflowId: string;
  signal: string;
}

export type Order = StartOrder | SignalOrder;

/** The insert that keeps an order until the relay has handed it to Temporal. */
export function orderSql(organizationId: string, order: Order, now: Date): [string, unknown[]] {
  const text = `insert into outbox (organization_id, workflow_id, workflow_type, signal, input, summary, project_id, record_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
  const values =
    order.kind === "start"
      ? [order.workflow.name, null, JSON.stringify(order.input), order.summary, order.projectId, order.recordId]
      : [null, order.signal, null, null, null, null];
  return [text, [organizationId, order.workflowId, ...values, now]];
}
