import { setCurrentDetails } from "@temporalio/workflow";
import { type SendMessageInput, sendAgain } from "../contracts/send-message.js";
import { quick } from "./steps/activities.js";
import { handOverMessage, MessageSender } from "./steps/hand-over-message.js";
import { WakeSignal } from "./steps/watching.js";

/**
 * Hands a thread's message, or a notice, to its channel. A PEC is followed until its provider's receipts settle it, or their time is over,
 * and a WhatsApp message or SMS without an answer for the minutes in which its state comes; of a message that fails or stays uncertain its
 * writer is told.
 */
export async function sendMessage(input: SendMessageInput): Promise<string> {
  const wakeSignal = new WakeSignal(sendAgain);
  setCurrentDetails("Handing the message over.");
  const handedOver = await handOverMessage(input, wakeSignal);
  setCurrentDetails(`The message is ${handedOver.outcome}.`);
  // Outcomes of earlier releases ask for nothing more, so their histories need no marker.
  if (handedOver.follow) await follow(input, wakeSignal);
  // It had been withdrawn, and was restored just now.
  else if (wakeSignal.cameLate()) return sendMessage(input);
  return handedOver.outcome;
}

async function follow(input: SendMessageInput, wakeSignal: WakeSignal): Promise<void> {
  const sender = new MessageSender(input.organizationId);
  for (;;) {
    wakeSignal.take();
    const look = await quick.followMessage({ ...input, at: Date.now() });
    if (look.state === "waiting") {
      setCurrentDetails("The message was handed over; waiting for the receipts of its provider.");
      await wakeSignal.sleepUntil(look.until);
      continue;
    }
    sender.send(look.noticeIds);
    await sender.finish();
    if (wakeSignal.cameLate()) continue;
    setCurrentDetails("The message is settled.");
    return;
  }
}
