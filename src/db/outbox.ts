import type { UnitOfWork } from "./unit-of-work.js";

export interface StartOrder {
  kind: "start";
  /** the workflow's function */
  workflow: { name: string };
  workflowId: string;
  /** ids and numbers alone: histories hold nothing personal */
  input: Record<string, string | number>;
  /** what a person reads in the Temporal UI */
  summary: string;
  projectId: string | null;
  recordId: string;
  /** For a watcher, which looks at its row at each turn: one that runs is woken by this signal, one that has ended runs again. */
  wakeBy?: { name: string };
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
      ? [
          order.workflow.name,
          order.wakeBy?.name ?? null,
          JSON.stringify(order.input),
          order.summary,
          order.projectId,
          order.recordId,
        ]
      : [null, order.signal, null, null, null, null];
  return [text, [organizationId, order.workflowId, ...values, now]];
}

/** Adds an order to a unit of work, for those that write below the actions. */
export function order(unit: UnitOfWork, organizationId: string, what: Order, now: Date): void {
  unit.append(...orderSql(organizationId, what, now));
}
