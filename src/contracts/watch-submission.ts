import { aboutRow, type RowInput, type WakeableContract } from "./workflow-contract.js";

export type WatchSubmissionInput = RowInput<"submissionId">;

/** An outcome came or was taken back, the deadline was corrected, another clock took over, or the project was deleted. The workflow reads the submission's row again. */
export const submissionChanged = { name: "submissionChanged" } as const;

export const watchSubmission: WakeableContract<{ submissionId: string }> = {
  ...aboutRow("watchSubmission", "watch-submission", "submissionId"),
  wakeBy: submissionChanged,
  summary: () => "Watches the decision deadline of a submission",
};
