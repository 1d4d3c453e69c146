import type { WakeableContract } from "./workflow-contract.js";

export type WatchSubmissionInput = { organizationId: string; submissionId: string };

/** An outcome came or was taken back, the deadline was corrected, another clock took over, or the project was deleted. The workflow reads the submission's row again. */
export const submissionChanged = { name: "submissionChanged" } as const;

export const watchSubmission: WakeableContract<{ submissionId: string }> = {
  type: "watchSubmission",
  wakeBy: submissionChanged,
  workflowId: ({ submissionId }) => `watch-submission:${submissionId}`,
  input: ({ organizationId, submissionId }): WatchSubmissionInput => ({ organizationId, submissionId }),
  summary: () => "Watches the decision deadline of a submission",
  recordId: ({ submissionId }) => submissionId,
};
