import type { Queries } from "./database.js";

/**
 * The channel that says which workflow's work has ended. It is named after the first that were waited for; a trigger on their table sends
 * on it, too.
 */
export const endChannel = "ai_run";

/** Tells all that wait for the work of a workflow that it has ended. */
export const tellOfEnd = (queries: Queries, workflowId: string): Promise<unknown> =>
  queries.query(`select pg_notify('${endChannel}', $1)`, [workflowId]);
