import type { Signal, WakeableContract, WorkflowContract, WorkflowInput, WorkflowOwner } from "./workflow-contract.js";

/** A start or a signal of a workflow. The outbox keeps it until Temporal has accepted it. */
export interface Order {
  organizationId: string;
  workflowId: string;
  /** null: the order is only a signal */
  workflowType: string | null;
  /** null: the order is only a start */
  signal: string | null;
  input: WorkflowInput | null;
  summary: string | null;
  projectId: string | null;
  recordId: string | null;
}

/** Starts a workflow once. Starting it again has no effect, even after it has ended. */
export const startOrder = <K extends object, S extends K>(
  contract: WorkflowContract<K, S>,
  subject: S & WorkflowOwner,
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

/** Wakes a workflow, and starts it if it is not running. For watchers: they read their row again whenever they wake. */
export const wakeOrder = <K extends object, S extends K>(
  contract: WakeableContract<K, S>,
  subject: S & WorkflowOwner,
): Order => ({ ...startOrder(contract, subject), signal: contract.wakeBy.name });

/** Signals a workflow that was started before. If it has ended, nothing happens. */
export const signalOrder = <K extends object, S extends K>(
  organizationId: string,
  contract: WakeableContract<K, S>,
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
