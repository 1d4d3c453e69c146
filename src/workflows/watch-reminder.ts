import { continueAsNew, patched, setCurrentDetails } from "@temporalio/workflow";
import type { ReminderLook } from "../activities/reminders.js";
import { reminderChanged, type WatchReminderInput } from "../contracts/watch-reminder.js";
import { quick } from "./activities.js";
import { Sending } from "./hand-over-message.js";
import { inWords } from "./waiting.js";
import { News, watch } from "./watching.js";

/** Waits for a reminder's moments, and notifies its people of each. The row is the truth: it is read again at each turn. */
export async function watchReminder(input: WatchReminderInput): Promise<"told" | "closed"> {
  return remind(input, new News(reminderChanged), () => continueAsNew<typeof watchReminder>(input));
}

/**
 * Sleeps from one notification of a reminder to the next, until it is due and its people were notified. Ends early when the row is
 * closed. `renew` begins a new execution where the history of this one has grown long; `before` goes before what is said of the
 * waiting.
 */
export async function remind(
  input: WatchReminderInput,
  news: News,
  renew: () => Promise<never>,
  before = "",
): Promise<"told" | "closed"> {
  const sending = new Sending(input.organizationId);
  const ended = async (outcome: "told" | "closed") => {
    await sending.done();
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
    async (now) => {
      // What many wait for comes in one moment, half past eight: firing looks at the row itself, so none is looked at twice.
      const look =
        now >= dueAt && patched("fire-without-look")
          ? ({ state: "waiting", at: dueAt, notice: null } as const)
          : await quick.lookAtReminder({ ...input, at: now, toldUpTo });
      dueAt = look.state === "waiting" && look.notice === null && look.at > now ? look.at : Number.POSITIVE_INFINITY;
      if (look.state === "closed") return ended("closed");
      if (look.state === "suspended") {
        setCurrentDetails("The clock of the decision deadline is suspended: nobody is notified meanwhile.");
        await news.sleep();
      } else if (look.at > now) {
        setCurrentDetails(`${before}${waitingFor(look)}`);
        await news.sleep(look.at - now);
      } else if (look.notice !== null) {
        const { messageIds } = await quick.tellAhead({ ...input, notice: look.notice, at: now });
        sending.begin(messageIds);
        toldUpTo = look.at;
      } else {
        const { messageIds, isOpen } = await quick.fireReminder({ ...input, at: now });
        if (!isOpen) return;
        setCurrentDetails("The reminder is due; notifying its people.");
        sending.begin(messageIds);
        return ended("told");
      }
    },
    renew,
    () => sending.isDone,
  );
}

function waitingFor({ at, due = at, notice, timezone }: Extract<ReminderLook, { state: "waiting" }>): string {
  const isDue = `The reminder is due on ${inWords(due, timezone)}.`;
  return notice === null
    ? `${isDue} Its people are notified then.`
    : `${isDue} They are notified ${notice} ahead, on ${inWords(at, timezone)}.`;
}
