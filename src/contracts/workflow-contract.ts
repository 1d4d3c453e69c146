import { isId } from "../domain/ids.js";

/** A signal, for the workflow that handles it and for its senders. */
export interface Signal {
  readonly name: string;
}

/** The organization and the project that a workflow belongs to. */
export interface WorkflowOwner {
  organizationId: string;
  /** null: no project */
  projectId: string | null;
}

/** Only ids and numbers, because histories must hold nothing personal. */
export type WorkflowInput = { organizationId: string } & Record<string, string | number>;

/**
 * What the code needs that starts or finds a workflow. The workflow itself is the function of the same name in `src/workflows`.
 * @typeParam Key what the workflow's id is made from
 * @typeParam Subject what its input and its summary are made from
 */
export interface WorkflowContract<Key extends object, Subject extends Key = Key> {
  /** the name of the workflow's function; histories hold it, so it never changes */
  readonly type: string;
  workflowId(key: Key): string;
  input(subject: Subject & WorkflowOwner): WorkflowInput;
  /** shown in the Temporal UI */
  summary(subject: Subject): string;
  /** the record under which the workflow is found in the Temporal UI */
  recordId(key: Key): string;
}

/** The contract of a workflow that waits, or that is started again if it is lost. */
export interface WakeableContract<Key extends object, Subject extends Key = Key>
  extends WorkflowContract<Key, Subject> {
  /** wakes a waiting workflow; sent together with a start, it starts an ended one again */
  readonly wakeBy: Signal;
}

/** The id that a workflow's id ends in, its row's; null where it ends in a number, as that of the n-th run about a document. */
export function idIn(workflowId: string): string | null {
  const last = workflowId.slice(workflowId.lastIndexOf(":") + 1);
  return isId(last) ? last : null;
}
