/** A signal as workflows and those who send it know it. */
export interface Signal {
  readonly name: string;
}

/** What every order says of the place where its workflow belongs. */
export interface Place {
  organizationId: string;
  /** null: it belongs to no project */
  projectId: string | null;
}

/** Ids and numbers alone: histories hold nothing personal. */
export type WorkflowInput = { organizationId: string } & Record<string, string | number>;

/**
 * What everybody must know of a workflow who orders, wakes or finds it, or gives it its input. The story itself stands under the
 * same name in `src/workflows`.
 * @typeParam Key what the workflow's id is made of
 * @typeParam Subject what else an order knows: its input and its summary are made of it
 */
export interface WorkflowContract<Key extends object, Subject extends Key = Key> {
  /** the name of the workflow's function; histories hold it */
  readonly type: string;
  /** wakes a workflow that waits; sent with a start, it also starts anew one that has ended */
  readonly wakeBy: Signal;
  workflowId(key: Key): string;
  input(subject: Subject & Place): WorkflowInput;
  /** what a person reads in the Temporal UI */
  summary(subject: Subject): string;
  /** the record by which a person finds it in the Temporal UI */
  recordId(subject: Subject & Place): string;
}
