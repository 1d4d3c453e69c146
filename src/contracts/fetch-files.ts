import type { WakeableContract } from "./workflow-contract.js";

export type FetchFilesInput = { organizationId: string; messageId: string };

/** Sent together with a start, to replace a workflow that was lost or ended by hand. An open workflow tries at once. */
export const fetchAgain = { name: "fetchAgain" } as const;

export const fetchFiles: WakeableContract<{ messageId: string }> = {
  type: "fetchFiles",
  wakeBy: fetchAgain,
  workflowId: ({ messageId }) => `fetch-files:${messageId}`,
  input: ({ organizationId, messageId }): FetchFilesInput => ({ organizationId, messageId }),
  summary: () => "Fetches the files of a message that came",
  recordId: ({ messageId }) => messageId,
};
