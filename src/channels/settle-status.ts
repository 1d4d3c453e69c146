import { changeMessage } from "../db/deletions/held-messages.js";
import type { Message } from "../db/entities/message.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { keptWords } from "../domain/text/shortened.js";
import { wakeSending } from "./settle.js";

/** How far a provider says that a message came, from the first state to the last. */
const providerStates = ["accepted", "sent", "delivered", "read", "failed"] as const;
export type ProviderState = (typeof providerStates)[number];

export interface ProviderStatus {
  /** the provider's name of the message */
  providerId: string;
  /** ours, where the provider repeats it */
  messageId: string | null;
  state: ProviderState;
  at: Date;
  /** of a failed one: the provider's code and words */
  words: string;
}

/**
 * Moves a message on as its provider says. Statuses come in any order and more than once: none goes back, and a failure is the end, unless
 * the message was delivered. It settles what was uncertain.
 */
export async function settleByStatus(unit: UnitOfWork, message: Message, status: ProviderStatus): Promise<void> {
  const { state, at, words } = status;
  if (message.direction !== "outgoing" || message.status === "failed") return;
  const known = {
    providerId: message.providerId ?? status.providerId,
    // It proves that the message left, whatever became of the attempt.
    handedOverAt: message.handedOverAt ?? at,
    attemptedAt: null,
  };
  const isDelivered = message.deliveredAt !== null;
  if (state === "failed") {
    if (isDelivered) return;
    await changeMessage(unit, message, { ...known, status: "failed", error: keptWords(words) });
    return wakeSending(unit, message);
  }
  const arrives = state === "delivered" || state === "read";
  await changeMessage(unit, message, {
    ...known,
    error: null,
    status: isDelivered || arrives ? "delivered" : "sent",
    deliveredAt: arrives ? earlier(message.deliveredAt, at) : message.deliveredAt,
    readAt: state === "read" ? earlier(message.readAt, at) : message.readAt,
  });
}

/** Of what was read, it may be told later when it was delivered. */
const earlier = (known: Date | null, at: Date): Date => (known && known < at ? known : at);
