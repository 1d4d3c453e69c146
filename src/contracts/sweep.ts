/** Gives their watchers to rows that lack one: started by a Temporal Schedule of the same id. */
export const sweep = { type: "sweep", workflowId: "sweep" } as const;

/** Gives every row its watcher: started where Temporal knows nothing of the product. */
export const restoreWatchers = { type: "restoreWatchers", workflowId: "restore-watchers" } as const;
