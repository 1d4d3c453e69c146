import type { Thread } from "../../db/entities/thread.js";
import { minuteMs } from "../../domain/calendar/durations.js";
import type { Warning } from "../../domain/warning.js";

/** For so long whoever answers, or files, may have read the thread before its last message came. */
const latelyMs = 5 * minuteMs;

/**
 * Of several unread messages the last may have come while the answer was written, or the thread read. It counts as read then, and nothing
 * else would tell of it.
 * @param thread as it was before
 */
export function cameLately({ unread, lastInboundAt }: Thread, now: Date): Warning[] {
  if (unread < 2 || !lastInboundAt || now.getTime() - lastInboundAt.getTime() > latelyMs) return [];
  return [
    {
      code: "came_lately",
      pointer: "/threadId",
      detail: `${unread} messages came since the thread was answered or its status set, the last at ${lastInboundAt.toISOString()}; all count as read now.`,
      suggestion:
        "If you haven't read the last one, read it with get_thread; if it needs an answer, give that, or set the thread to needs_reply.",
    },
  ];
}
