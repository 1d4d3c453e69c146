import { defineSignal, setCurrentDetails, setHandler } from "@temporalio/workflow";
import { handOverMessage } from "./hand-over-message.js";

export interface SendMessageInput {
  organizationId: string;
  messageId: string;
}
export const sendMessageId = (messageId: string): string => `send-message:${messageId}`;

/** Comes with a start where the run was lost or ended by hand; one that runs goes on as it is. */
export const sendAgain = defineSignal("sendAgain");

/** Hands a message of a thread, or a notice, to its channel. */
export async function sendMessage({ organizationId, messageId }: SendMessageInput): Promise<string> {
  setHandler(sendAgain, () => undefined);
  setCurrentDetails("Handing the message over.");
  const { outcome } = await handOverMessage({ organizationId, messageId });
  setCurrentDetails(`The message is ${outcome}.`);
  return outcome;
}
