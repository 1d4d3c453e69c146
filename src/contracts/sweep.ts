/** Starts the missing watchers of rows whose date is near. A Temporal Schedule with the same id starts it. */
export const sweep = { type: "sweep", workflowId: "sweep" } as const;

/** Starts the watchers of all rows, on a Temporal server that has no data of the product. */
export const restoreWatchers = { type: "restoreWatchers", workflowId: "restore-watchers" } as const;
