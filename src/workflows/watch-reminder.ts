import { condition, defineSignal, patched, setCurrentDetails, setHandler } from "@temporalio/workflow";
import { quick } from "./activities.js";
import { handOverMessage } from "./hand-over-message.js";
import { inWords, longestWaitMs } from "./waiting.js";

export interface WatchReminderInput {
  organizationId: string;
  reminderId: string;
}
export const watchReminderId = (reminderId: string): string => `watch-reminder:${reminderId}`;
/** The reminder was done, cancelled or moved, or its clock suspended: look at its row again. */
export const reminderChanged = defineSignal("reminderChanged");

/** Waits for a reminder's moments, and tells its people of each. The row is the truth: it is read again at each turn. */
export async function watchReminder({ organizationId, reminderId }: WatchReminderInput): Promise<"told" | "closed"> {
  let changed = false;
  setHandler(reminderChanged, () => {
    changed = true;
  });
  return remind({ organizationId, reminderId }, async (waitMs) => {
    await condition(() => changed, waitMs);
    changed = false;
  });
}

/**
 * Sleeps by `wait` from one notice of a reminder to the next, until it is due and its people were told. Ends early when the row is
 * closed. `wait` returns sooner when there is news.
 */
export async function remind(
  input: WatchReminderInput,
  wait: (waitMs: number) => Promise<void>,
): Promise<"told" | "closed"> {
  const { organizationId } = input;
  // Beside the waiting: a mail server that is out for a day must not hold the next notice back.
  const sending: Promise<unknown>[] = [];
  const send = (ids: string[]) =>
    sending.push(...ids.map((messageId) => handOverMessage({ organizationId, messageId })));
  const ended = async (outcome: "told" | "closed") => {
    await Promise.all(sending);
    setCurrentDetails(
      outcome === "told" ? "The reminder is due and its people were told." : "The reminder is closed: nothing is sent.",
    );
    return outcome;
  };

  let toldUpTo = 0;
  let dueAt = Number.POSITIVE_INFINITY;
  for (;;) {
    const now = Date.now();
    // What many wait for comes in one moment, half past eight: firing looks at the row itself, so none is looked at twice.
    const look =
      now >= dueAt && patched("fire-without-look")
        ? ({ state: "waiting", at: dueAt, notice: null } as const)
        : await quick.lookAtReminder({ ...input, at: now, toldUpTo });
    dueAt = look.state === "waiting" && look.notice === null && look.at > now ? look.at : Number.POSITIVE_INFINITY;
    if (look.state === "closed") return ended("closed");
    if (look.state === "suspended") {
      setCurrentDetails("The clock of the decision deadline is suspended: nothing is told meanwhile.");
      await wait(longestWaitMs);
    } else if (look.at > now) {
      const what = look.notice === null ? "Due" : `The notice ${look.notice} ahead comes`;
      setCurrentDetails(`Waiting. ${what} at ${inWords(look.at)}.`);
      await wait(Math.min(look.at - now, longestWaitMs));
    } else if (look.notice !== null) {
      const { messageIds } = await quick.tellAhead({ ...input, notice: look.notice, at: now });
      send(messageIds);
      toldUpTo = look.at;
    } else {
      const { messageIds, isOpen } = await quick.fireReminder({ ...input, at: now });
      if (!isOpen) continue;
      setCurrentDetails("The reminder is due; telling its people.");
      send(messageIds);
      return ended("told");
    }
  }
}
