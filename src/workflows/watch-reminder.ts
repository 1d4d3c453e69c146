import { continueAsNew, patched, setCurrentDetails } from "@temporalio/workflow";
import type { ReminderLook } from "../activities/reminders.js";
import { reminderChanged, type WatchReminderInput } from "../contracts/watch-reminder.js";
import { quick } from "./steps/activities.js";
import { followProject } from "./steps/follow-project.js";
import { MessageSender } from "./steps/hand-over-message.js";
import { inWords } from "./steps/in-words.js";
import { WakeSignal, watch } from "./steps/watching.js";

/** Watches a reminder and notifies its people in time. The row is the truth: it is read again at each turn. */
export async function watchReminder(input: WatchReminderInput): Promise<"told" | "closed"> {
  return remind(input, new WakeSignal(reminderChanged), () => continueAsNew<typeof watchReminder>(input));
}

/**
 * Sleeps from one notice of a reminder to the next, until it is due and its people have been notified. Ends early if the
 * reminder is closed.
 * @param renew continues as a new execution, when the history of this one has grown long
 * @param detailsPrefix precedes the details that the Temporal UI shows during the waits
 */
export async function remind(
  input: WatchReminderInput,
  wakeSignal: WakeSignal,
  renew: () => Promise<never>,
  detailsPrefix = "",
): Promise<"told" | "closed"> {
  const sender = new MessageSender(input.organizationId);
  /** Ends, unless the reminder was moved or came back while its mails waited for their server. */
  const end = async (outcome: "told" | "closed", again: () => Promise<"told" | "closed">) => {
    await sender.finish();
    if (wakeSignal.cameLate()) return again();
    setCurrentDetails(
      outcome === "told"
        ? "The reminder is due and its people were notified."
        : "The reminder is closed: nothing is sent.",
    );
    return outcome;
  };

  let toldUpTo = 0;
  let dueAt = Number.POSITIVE_INFINITY;
  return watch(
    async (now, again) => {
      // Many reminders fall due at the same moment, 08:30. fireReminder reads the row itself, so it isn't read here as well.
      const look: ReminderLook =
        now >= dueAt && patched("fire-without-look")
          ? { state: "waiting", at: dueAt, notice: null }
          : await quick.lookAtReminder({ ...input, at: now, toldUpTo });
      if (look.state === "waiting") followProject(look.projectId);
      dueAt = look.state === "waiting" && look.notice === null && look.at > now ? look.at : Number.POSITIVE_INFINITY;
      if (look.state === "closed") return end("closed", again);
      if (look.state === "suspended") {
        setCurrentDetails("The clock of the decision deadline is suspended: nobody is notified meanwhile.");
        await wakeSignal.sleep();
      } else if (look.at > now) {
        setCurrentDetails(`${detailsPrefix}${waitingFor(look)}`);
        await wakeSignal.sleepUntil(look.at);
      } else if (look.notice !== null) {
        const { messageIds } = await quick.tellAhead({ ...input, notice: look.notice, at: now });
        sender.send(messageIds);
        toldUpTo = look.at;
      } else {
        const { messageIds, isOpen } = await quick.fireReminder({ ...input, at: now });
        // A closed one has messages only if the answer that named them was lost. An earlier release hands over none of these.
        if (isOpen || (messageIds.length > 0 && patched("hand-over-of-closed"))) sender.send(messageIds);
        if (!isOpen) return again();
        setCurrentDetails("The reminder is due; notifying its people.");
        return end("told", again);
      }
      return again();
    },
    renew,
    () => sender.isIdle,
  );
}

function waitingFor({ at, due = at, notice, timezone }: Extract<ReminderLook, { state: "waiting" }>): string {
  const isDue = `The reminder is due on ${inWords(due, timezone)}.`;
  return notice === null
    ? `${isDue} Its people are notified then.`
    : `${isDue} They are notified ${notice} ahead, on ${inWords(at, timezone)}.`;
}
