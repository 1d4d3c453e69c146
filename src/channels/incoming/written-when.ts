import type { Message } from "../../db/entities/message.js";
import type { Thread } from "../../db/entities/thread.js";
import { dayMs, minuteMs } from "../../domain/calendar/durations.js";
import type { IncomingMessage } from "./incoming-message.js";

/** Clocks differ: what came within this time was written just now. */
const promptMs = minuteMs;
/** Meta gives up after a week: what says that it is older has no time that can be believed. */
const longestMs = 8 * dayMs;

type Written = Pick<IncomingMessage, "writtenAt">;
type Arrived = Pick<IncomingMessage, "writtenAt" | "arrivedAt">;

/**
 * After an outage a provider brings what was written meanwhile, in any order. A chat is read in the order in which it was written, so such
 * a message stands at its own time. So does a mail at that of its mailbox: a term that a letter sets runs from when it arrived there.
 */
export function placedWhenLate({ writtenAt, arrivedAt }: Arrived, now: Date): Pick<Partial<Message>, "createdAt"> {
  const at = arrivedAt ?? writtenAt;
  if (!at) return {};
  const lateMs = now.getTime() - at.getTime();
  return lateMs > promptMs && (arrivedAt || lateMs < longestMs) ? { createdAt: at } : {};
}

/**
 * When a mailbox got a mail; undefined where that is a day before it was written, as a server says whose clock was never set. What says that
 * it is written a day from now has a sender whose clock is wrong.
 */
export function believedArrival(arrivedAt: Date | undefined, writtenAt: Date | null, now: Date): Date | undefined {
  const isAfter = (one: Date, other: Date): boolean => one.getTime() - other.getTime() > dayMs;
  return arrivedAt && writtenAt && isAfter(writtenAt, arrivedAt) && !isAfter(writtenAt, now) ? undefined : arrivedAt;
}

/** When the other side wrote last. What was written earlier may come later; no clock of others is believed to be ahead of ours. */
export const lastWrittenAt = ({ lastInboundAt }: Thread, { writtenAt }: Written, now: Date): Date =>
  laterOf(lastInboundAt, new Date(Math.min((writtenAt ?? now).getTime(), now.getTime())));

/** Of many that come at once, one waits for its turn while others are taken that came after it. */
export const laterOf = (known: Date | null, at: Date): Date => (known && known > at ? known : at);
