import { aboutRow, type RowInput, type WakeableContract } from "./workflow-contract.js";

export type SendMessageInput = RowInput<"messageId">;

/** Sent together with a start, to replace a workflow that was lost or ended by hand. An open workflow tries or looks again at once. */
export const sendAgain = { name: "sendAgain" } as const;

interface Subject {
  messageId: string;
  /** whether it goes to the organization's own people; false: it is a message of a thread */
  isNotice: boolean;
}

export const sendMessage: WakeableContract<{ messageId: string }, Subject> = {
  ...aboutRow("sendMessage", "send-message", "messageId"),
  wakeBy: sendAgain,
  summary: ({ isNotice }) =>
    isNotice ? "Sends a notice to the organization's own people" : "Sends a message of a thread",
};
