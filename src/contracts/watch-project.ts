import { aboutRow, type RowInput, type WakeableContract } from "./workflow-contract.js";

export type WatchProjectInput = RowInput<"projectId">;

/** The project's deadline or stage was set, or the project was deleted. The workflow reads its row again. */
export const deadlineChanged = { name: "deadlineChanged" } as const;

export const watchProject: WakeableContract<{ projectId: string }> = {
  ...aboutRow("watchProject", "watch-project", "projectId"),
  wakeBy: deadlineChanged,
  summary: () => "Watches the decision deadline of a project",
};
