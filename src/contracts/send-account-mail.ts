import type { WorkflowContract } from "./workflow-contract.js";

export type SendAccountMailInput = { organizationId: string; linkId: string };

/** Sent together with a start, to replace a workflow that was lost or ended by hand. An open workflow ignores it. */
export const sendAccountMailAgain = { name: "sendAccountMailAgain" } as const;

export type LinkKind = "invitation" | "password_reset";

interface Subject {
  linkId: string;
  kind: LinkKind;
}

export const sendAccountMail: WorkflowContract<{ linkId: string }, Subject> = {
  type: "sendAccountMail",
  wakeBy: sendAccountMailAgain,
  workflowId: ({ linkId }) => `send-account-mail:${linkId}`,
  input: ({ organizationId, linkId }): SendAccountMailInput => ({ organizationId, linkId }),
  summary: ({ kind }) => (kind === "invitation" ? "Sends an invitation" : "Sends a link for a new password"),
  recordId: ({ linkId }) => linkId,
};
