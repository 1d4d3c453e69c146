import { defineSignal, setCurrentDetails, setHandler } from "@temporalio/workflow";
import { type SendMessageInput, sendAgain } from "../contracts/send-message.js";
import { handOverMessage } from "./hand-over-message.js";

/** Hands a thread's message, or a notice, to its channel. */
export async function sendMessage({ organizationId, messageId }: SendMessageInput): Promise<string> {
  setHandler(defineSignal(sendAgain.name), () => undefined);
  setCurrentDetails("Handing the message over.");
  const { outcome } = await handOverMessage({ organizationId, messageId });
  setCurrentDetails(`The message is ${outcome}.`);
  return outcome;
}
