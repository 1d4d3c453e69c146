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

/** What a workflow about one row is given: which row it is. */
export type RowInput<Id extends string> = { organizationId: string } & Record<Id, string>;

/**
 * What the contract of a workflow about one row says of it: the row's id is all that its own id and its input are made of.
 * @param id what the row's id is called
 */
export const aboutRow = <Id extends string>(type: string, prefix: string, id: Id) => ({
  type,
  workflowId: (row: Record<Id, string>) => `${prefix}:${row[id]}`,
  input: ({ organizationId, [id]: rowId }: RowInput<Id>) => ({ organizationId, [id]: rowId }),
  recordId: (row: Record<Id, string>) => row[id],
});

/** The id that a workflow's id ends in, its row's; null where it ends in a number, as that of the n-th run about a document. */
export function idIn(workflowId: string): string | null {
  const last = workflowId.slice(workflowId.lastIndexOf(":") + 1);
  return isId(last) ? last : null;
}
