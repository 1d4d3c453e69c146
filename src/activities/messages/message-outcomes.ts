import type { HandedOver } from "../../channels/channel.js";
import type { WayOut } from "../../channels/way-out.js";
import { keptRefusals, type Message, type Refusal } from "../../db/entities/message.js";
import { isDeliveredAfterAll } from "../../domain/messages/pec-outcomes.js";
import { isWithdrawn, surelyWithdrawn } from "../../domain/messages/withdrawn.js";

/**
 * What became of a hand-over. `follow`: the message isn't settled by it, or its writer is to be told. Of a PEC that is uncertain
 * `handedOverAt` is when the attempt began. `waitMs`: how long to wait at least before the next attempt. `isBehind`: it waits for its turn in
 * its chat, so long at most, and nothing was tried.
 */
export type HandOverOutcome =
  | { outcome: "sent"; handedOverAt: number; follow?: true }
  | { outcome: "failed"; follow?: true }
  | { outcome: "uncertain"; handedOverAt?: number; follow?: true }
  | { outcome: "deferred"; waitMs?: number; isBehind?: true };

/** What the outcome of a message follows from. */
export type MessageState = Pick<
  Message,
  "handedOverAt" | "attemptedAt" | "status" | "error" | "channel" | "threadId" | "refusals" | "receipts"
>;

/** The outcome of a message that is not to be handed over any more; null: it is. */
export function outcomeOf(message: MessageState): HandOverOutcome | null {
  const { handedOverAt, attemptedAt, status, channel, refusals, receipts } = message;
  const isSettled =
    (status === "delivered" && !isDeliveredAfterAll(receipts)) || (status === "sent" && channel !== "pec" && !refusals);
  const follow = message.threadId === null || isWithdrawn(message) || isSettled ? {} : ({ follow: true } as const);
  if (status === "failed") return { outcome: "failed", ...follow };
  if (status === "uncertain") {
    const at = isWithdrawn(message) ? null : (handedOverAt ?? attemptedAt);
    return { outcome: "uncertain", ...follow, ...(at ? { handedOverAt: at.getTime() } : {}) };
  }
  return handedOverAt && { outcome: "sent", handedOverAt: handedOverAt.getTime(), ...follow };
}

/**
 * What is recorded when a server took a message. For whom it did not yet, the message is tried again. A PEC waits for its provider's receipts,
 * which the local mailbox gives at once.
 */
export function taken(
  message: Message,
  { isLocal }: WayOut,
  { providerId, refusals: now }: HandedOver,
): Partial<Message> {
  const { channel, refusals: before } = message;
  const refusals = [...(before ?? []).filter(({ isForNow }) => !isForNow), ...(now ?? [])];
  const recorded = { ...keptRefusals(refusals), attemptedAt: null };
  if (refusals.some(({ isForNow }) => isForNow)) return { ...recorded, status: "queued" };
  const handedOverAt = new Date();
  const values = { ...recorded, providerId, handedOverAt };
  if (channel !== "pec") return { ...values, status: "sent" };
  return isLocal
    ? { ...values, status: "delivered", acceptedAt: handedOverAt, deliveredAt: handedOverAt }
    : { ...values, status: "queued" };
}

/** What is recorded for a message that the server took for some recipients, once no other recipient is left to try. */
export const takenForOthers = (refusals: readonly Refusal[]): Partial<Message> => ({
  status: "sent",
  ...keptRefusals(refusals.map((refusal) => ({ ...refusal, isForNow: false }))),
  handedOverAt: new Date(),
  attemptedAt: null,
});

/** What is recorded for an attempt during which the message may have been withdrawn. */
export function unlessWithdrawn(message: Message, values: Partial<Message>): Partial<Message> {
  if (!isWithdrawn(message) || values.handedOverAt) return values;
  const wasInVain = values.attemptedAt === null;
  return wasInVain ? { ...surelyWithdrawn(message.error ?? ""), attemptedAt: null } : {};
}
