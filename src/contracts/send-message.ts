import type { WorkflowContract } from "./workflow-contract.js";

export type SendMessageInput = { organizationId: string; messageId: string };

/** Comes with a start where the workflow was lost or ended by hand; one that is open goes on as it is. */
export const sendAgain = { name: "sendAgain" } as const;

interface Subject {
  messageId: string;
  /** to the organization's own people, rather than a message of a thread */
  isNotification: boolean;
}

export const sendMessage: WorkflowContract<{ messageId: string }, Subject> = {
  type: "sendMessage",
  wakeBy: sendAgain,
  workflowId: ({ messageId }) => `send-message:${messageId}`,
  input: ({ organizationId, messageId }): SendMessageInput => ({ organizationId, messageId }),
  summary: ({ isNotification }) =>
    isNotification ? "Sends a notification to the organization's people" : "Sends a message of a thread",
  recordId: ({ messageId }) => messageId,
};
