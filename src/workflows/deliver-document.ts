import { continueAsNew, setCurrentDetails } from "@temporalio/workflow";
import { type DeliverDocumentInput, followUpChanged } from "../contracts/deliver-document.js";
import { quick, typesetting } from "./steps/activities.js";
import { handOverMessage } from "./steps/hand-over-message.js";
import { WakeSignal } from "./steps/watching.js";
import { remind } from "./watch-reminder.js";

/**
 * Hands an issued document over as a PDF, then reminds the organization if no answer comes in time.
 * @returns `closed` if the follow-up is no longer needed: the document was answered, reopened, sent again or deleted, or a person
 *   closed the reminder
 */
export async function deliverDocument(
  input: DeliverDocumentInput,
): Promise<"followed up" | "closed" | "failed" | "withdrawn"> {
  const { organizationId } = input;
  const wakeSignal = new WakeSignal(followUpChanged);
  /** Ends, unless the document was restored meanwhile, and its mail with it, or its follow-up opened again. */
  const end = (outcome: "failed" | "withdrawn", details: string) => {
    if (wakeSignal.cameLate()) return deliverDocument(input);
    setCurrentDetails(details);
    return outcome;
  };

  setCurrentDetails("Rendering the issued revision.");
  const prepared = await typesetting.prepareDelivery(input);
  if (!prepared)
    return end(
      "withdrawn",
      "The document was deleted or its mail withdrawn before it was handed over: nothing was sent.",
    );
  const { messageId, reminderId } = prepared;
  setCurrentDetails("Handing the document over.");
  const handedOver = await handOverMessage({ organizationId, messageId }, wakeSignal);
  // A PEC that may have arrived is followed up: its receipts are awaited by a workflow of its own.
  if (handedOver.outcome === "failed" || handedOver.handedOverAt === undefined) {
    const { noticeIds, isWithdrawn } = await quick.recordFailedDelivery(input);
    if (isWithdrawn)
      return end("withdrawn", "The mail was withdrawn while it waited for the mail server: it is not sent.");
    setCurrentDetails("The document could not be delivered; its sender is being notified.");
    await Promise.all(noticeIds.map((noticeId) => handOverMessage({ organizationId, messageId: noticeId })));
    return end("failed", "The document could not be delivered; its sender was notified.");
  }
  await quick.planFollowUp({ ...input, handedOverAt: handedOver.handedOverAt });

  const outcome = await remind(
    { organizationId, reminderId },
    wakeSignal,
    // The new execution does nothing twice: each activity recognizes what it has already done.
    () => continueAsNew<typeof deliverDocument>(input),
    "Handed over; waiting for the client's answer. ",
  );
  setCurrentDetails(
    outcome === "told" ? "No answer in time: the organization was reminded." : "The follow-up is no longer needed.",
  );
  return outcome === "told" ? "followed up" : "closed";
}
