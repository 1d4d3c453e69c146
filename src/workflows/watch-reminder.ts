import { condition, defineSignal, setCurrentDetails, setHandler } from "@temporalio/workflow";
import { quick } from "./activities.js";
import { handOverMessage } from "./hand-over-message.js";

export interface WatchReminderInput {
  organizationId: string;
  reminderId: string;
}
export const watchReminderId = (reminderId: string): string => `watch-reminder:${reminderId}`;
/** The reminder was done, cancelled or moved: look at its row again. */
export const reminderChanged = defineSignal("reminderChanged");

/** Waits for a reminder's moment, and tells its people. The row is the truth: it is read again at each turn. */
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
 * Sleeps by `wait` until the reminder's row says that it is due, makes it due and sends the notices. Ends early when the row is closed.
 * `wait` returns sooner when there is news.
 */
export async function remind(
  input: WatchReminderInput,
  wait: (waitMs: number) => Promise<void>,
): Promise<"told" | "closed"> {
  for (;;) {
    const { isOpen, firesAt } = await quick.lookAtReminder(input);
    if (!isOpen) return "closed";
    const waitMs = firesAt - Date.now();
    if (waitMs <= 0) break;
    setCurrentDetails(`Waiting until ${new Date(firesAt).toISOString()}.`);
    await wait(waitMs);
  }
  const { messageIds, isOpen } = await quick.fireReminder(input);
  if (!isOpen) return "closed";
  setCurrentDetails("The reminder is due; telling its people.");
  await Promise.all(
    messageIds.map((messageId) => handOverMessage({ organizationId: input.organizationId, messageId })),
  );
  setCurrentDetails("The reminder is due and its people were told.");
  return "told";
}
