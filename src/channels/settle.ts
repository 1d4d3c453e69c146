import { wakeOrder } from "../contracts/order.js";
import { sendMessage } from "../contracts/send-message.js";
import { changeMessage } from "../db/deletions/held-messages.js";
import { keptRefusals, type Message, type Receipt } from "../db/entities/message.js";
import { Thread } from "../db/entities/thread.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { addressKey } from "../domain/messages/mail.js";
import { deliveryReceipt, failureReceipts, toOrdinaryMail } from "../domain/messages/pec-outcomes.js";
import { keptWords } from "../domain/text/shortened.js";
import type { MessageStatus } from "../domain/vocabulary.js";

/** What a PEC provider says of a message that was sent, by the outer headers of what came to a PEC mailbox; its signature is noted, not asked for. */
export interface ReceiptOfProvider {
  /** as in `X-Ricevuta`: `accettazione`, `avvenuta-consegna` … */
  type: string;
  at: Date;
  /** the receipt as it came, which is kept */
  fileId: string;
  signature: Receipt["signature"];
  /** why it wasn't accepted or delivered; "" where the provider doesn't say */
  words: string;
  /** whether it says that the recipient has ordinary mail */
  isToOrdinaryMail?: boolean;
}

/**
 * Moves a PEC on as a receipt says: accepted, failed with the provider's words, or delivered. Receipts come in any order and more than
 * once; a later one settles what was `uncertain`. The message's workflow then ends what waits for it, and tells who wrote it of a failure.
 */
export async function settleByReceipt(unit: UnitOfWork, message: Message, receipt: ReceiptOfProvider): Promise<void> {
  const { type, fileId, signature } = receipt;
  const at = receipt.at.toISOString();
  if (message.receipts.some((known) => known.type === type && known.at === at)) return;
  const receipts = [...message.receipts, { type, at, fileId, signature }];
  const state = settling.includes(type) ? stateBy(receipts) : null;
  await changeMessage(unit, message, {
    receipts,
    status: state ?? message.status,
    // It proves that the message left, whatever became of the attempt.
    handedOverAt: message.handedOverAt ?? receipt.at,
    attemptedAt: null,
    acceptedAt: type === "accettazione" ? receipt.at : message.acceptedAt,
    deliveredAt: type === deliveryReceipt ? receipt.at : message.deliveredAt,
    error: state === null ? message.error : errorBy(state, message.error, receipt),
  });
  await wakeSending(unit, message);
}

/** Others, such as the warning after twelve hours, say nothing that would end a bounce or an uncertainty. */
const settling: readonly string[] = ["accettazione", deliveryReceipt, ...failureReceipts];

/** @param receipts at least one of them settles */
const stateBy = (receipts: readonly Receipt[]): MessageStatus => {
  const has = (types: readonly string[]) => receipts.some(({ type }) => types.includes(type));
  // A PEC has one recipient. Whose provider gave up on it after 24 hours may still get it: then this proves it.
  if (has([deliveryReceipt])) return "delivered";
  return has(failureReceipts) ? "failed" : "sent";
};

/** What is to be said of a message in this state. @param known what was said before */
function errorBy(
  state: MessageStatus,
  known: string | null,
  { type, words, isToOrdinaryMail }: ReceiptOfProvider,
): string | null {
  if (state === "failed") return failureReceipts.includes(type) ? providersWords(type, words) : known;
  return state === "sent" && (isToOrdinaryMail || known === toOrdinaryMail) ? toOrdinaryMail : null;
}

const providersWords = (type: string, words: string): string => keptWords(words ? `${type}: ${words}` : type);

/**
 * Marks a message as failed that came back, unless its provider has proved its delivery: anybody can write that it came back. Its workflow cancels the follow-up of what it carried, and tells who wrote it.
 * @param words the words of the server that refused it
 */
export async function settleByBounce(unit: UnitOfWork, message: Message, words: string): Promise<void> {
  if (message.status === "failed" || message.status === "delivered") return;
  await changeMessage(unit, message, {
    status: "failed",
    error: keptWords(words),
    handedOverAt: message.handedOverAt ?? unit.now,
    attemptedAt: null,
  });
  await wakeSending(unit, message);
}

/** Notes for which copies a message came back; others have it, so it stays sent. Its workflow tells who wrote it. */
export async function settleByBouncedCopies(
  unit: UnitOfWork,
  message: Message,
  bounced: readonly { address: string; words: string }[],
): Promise<void> {
  const known = message.refusals ?? [];
  const isKnown = (address: string) => known.some((refusal) => addressKey(refusal.address) === addressKey(address));
  const found = bounced.filter(({ address }) => !isKnown(address));
  if (message.status === "failed" || found.length === 0) return;
  const refusals = found.map((refusal) => ({ ...refusal, isForNow: false }));
  await changeMessage(unit, message, keptRefusals([...known, ...refusals]));
  await wakeSending(unit, message);
}

/** Wakes the workflow of a message that was settled, which tells its writer. A notice's has nobody to tell, a deleted one's is woken by the restore. */
export async function wakeSending(
  unit: UnitOfWork,
  { organizationId, id: messageId, threadId }: Pick<Message, "organizationId" | "id" | "threadId">,
): Promise<void> {
  const thread = await unit.find(Thread, organizationId, threadId);
  if (!thread) return;
  const { projectId } = thread;
  unit.order(wakeOrder(sendMessage, { organizationId, messageId, isNotice: false, projectId }));
}
