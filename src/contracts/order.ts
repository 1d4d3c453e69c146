import type { Place, Signal, WorkflowContract, WorkflowInput } from "./workflow-contract.js";

/** A start or a signal of a workflow, as the outbox keeps it until Temporal has taken it. */
export interface Order {
  organizationId: string;
  workflowId: string;
  /** null: a signal alone */
  workflowType: string | null;
  /** null: a start alone */
  signal: string | null;
  input: WorkflowInput | null;
  summary: string | null;
  projectId: string | null;
  recordId: string | null;
}

/** Starts a workflow once: a repeat meets the same one, also after it has ended. */
export const startOrder = <K extends object, S extends K>(
  contract: WorkflowContract<K, S>,
  subject: S & Place,
): Order => ({
  organizationId: subject.organizationId,
  workflowId: contract.workflowId(subject),
  workflowType: contract.type,
  signal: null,
  input: contract.input(subject),
  summary: contract.summary(subject),
  projectId: subject.projectId,
  recordId: contract.recordId(subject),
});

/** Wakes a workflow, and starts it where none runs: for a watcher, which reads its row again at each turn. */
export const wakeOrder = <K extends object, S extends K>(
  contract: WorkflowContract<K, S>,
  subject: S & Place,
): Order => ({ ...startOrder(contract, subject), signal: contract.wakeBy.name });

/** Signals a workflow that was started before; one that has ended is left alone. */
export const signalOrder = <K extends object, S extends K>(
  organizationId: string,
  contract: WorkflowContract<K, S>,
  key: K,
  signal: Signal = contract.wakeBy,
): Order => ({
  organizationId,
  workflowId: contract.workflowId(key),
  workflowType: null,
  signal: signal.name,
  input: null,
  summary: null,
  projectId: null,
  recordId: null,
});
