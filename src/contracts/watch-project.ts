import type { WakeableContract } from "./workflow-contract.js";

export type WatchProjectInput = { organizationId: string; projectId: string };

/** The project's deadline or stage was set, or the project was deleted. The workflow reads its row again. */
export const deadlineChanged = { name: "deadlineChanged" } as const;

export const watchProject: WakeableContract<{ projectId: string }> = {
  type: "watchProject",
  wakeBy: deadlineChanged,
  workflowId: ({ projectId }) => `watch-project:${projectId}`,
  input: ({ organizationId, projectId }): WatchProjectInput => ({ organizationId, projectId }),
  summary: () => "Watches the decision deadline of a project",
  recordId: ({ projectId }) => projectId,
};
