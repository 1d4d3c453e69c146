import type { Message } from "../../db/entities/message.js";
import type { Thread } from "../../db/entities/thread.js";
import { dayMs, minuteMs } from "../../domain/calendar/durations.js";
import type { IncomingMessage } from "./incoming-message.js";

/** Clocks differ: what came within this time was written just now. */
const promptMs = minuteMs;
/** Meta gives up after a week: what says that it is older has no time that can be believed. */
const longestMs = 8 * dayMs;

type Written = Pick<IncomingMessage, "writtenAt">;

/**
 * After an outage a provider brings what was written meanwhile, in any order. A chat is read in the order in which it was written, so such
 * a message stands at its own time.
 */
export function placedWhenLate({ writtenAt }: Written, now: Date): Pick<Partial<Message>, "createdAt"> {
  if (!writtenAt) return {};
  const lateMs = now.getTime() - writtenAt.getTime();
  return lateMs > promptMs && lateMs < longestMs ? { createdAt: writtenAt } : {};
}

/** When the other side wrote last. What was written earlier may come later; no clock of others is believed to be ahead of ours. */
export const lastWrittenAt = ({ lastInboundAt }: Thread, { writtenAt }: Written, now: Date): Date =>
  new Date(Math.min(Math.max(lastInboundAt?.getTime() ?? 0, (writtenAt ?? now).getTime()), now.getTime()));
