import type { Order } from "../contracts/order.js";
import { currentTrace } from "../tracing/trace.js";

const columns =
  "organization_id, workflow_id, workflow_type, signal, input, summary, project_id, record_id, created_at";

/** The insert of an order, which stays in the outbox until the relay has handed it to Temporal. It belongs to the current trace. */
export const orderInsert = (order: Order, at: Date): [sql: string, values: unknown[]] => [
  `insert into outbox (${columns}, traceparent) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  [
    order.organizationId,
    order.workflowId,
    order.workflowType,
    order.signal,
    order.input && JSON.stringify(order.input),
    order.summary,
    order.projectId,
    order.recordId,
    at,
    currentTrace(),
  ],
];

/** The insert of many orders at once. `$1`: the orders, as JSON. */
export const orderMany = `
  insert into outbox (${columns})
  select "organizationId", "workflowId", "workflowType", signal, input, summary, "projectId", "recordId", now()
  from jsonb_to_recordset($1::jsonb) as wanted ("organizationId" uuid, "workflowId" text, "workflowType" text, signal text, input jsonb,
    summary text, "projectId" uuid, "recordId" uuid)`;

/** Like `orderMany`, except for workflows that already have an order in the outbox. Only for callers that have changed nothing the workflows read. */
export const orderMissing = `${orderMany}
  where not exists (select from outbox o where o.workflow_id = wanted."workflowId" and o.workflow_type is not null) returning id`;
