import {
  condition,
  continueAsNew,
  defineSignal,
  patched,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import type { ReminderLook } from "../activities/reminders.js";
import { reminderChanged, type WatchReminderInput } from "../contracts/watch-reminder.js";
import { quick } from "./activities.js";
import { Sending } from "./hand-over-message.js";
import { inWords, longestWaitMs } from "./waiting.js";

/** Waits for a reminder's moments, and tells its people of each. The row is the truth: it is read again at each turn. */
export async function watchReminder(input: WatchReminderInput): Promise<"told" | "closed"> {
  let changed = false;
  setHandler(defineSignal(reminderChanged.name), () => {
    changed = true;
  });
  return remind(
    input,
    async (waitMs) => {
      await condition(() => changed, waitMs);
      changed = false;
    },
    () => continueAsNew<typeof watchReminder>(input),
  );
}

/**
 * Sleeps by `wait` from one notice of a reminder to the next, until it is due and its people were told. Ends early when the row is
 * closed. `wait` returns sooner when there is news; `renew` begins a new run where this one's history has grown long; `waitsFor`
 * goes before what is said of the waiting.
 */
export async function remind(
  input: WatchReminderInput,
  wait: (waitMs: number) => Promise<void>,
  renew: () => Promise<never>,
  waitsFor = "",
): Promise<"told" | "closed"> {
  const sending = new Sending(input.organizationId);
  const ended = async (outcome: "told" | "closed") => {
    await sending.done();
    setCurrentDetails(
      outcome === "told" ? "The reminder is due and its people were told." : "The reminder is closed: nothing is sent.",
    );
    return outcome;
  };

  let toldUpTo = 0;
  let dueAt = Number.POSITIVE_INFINITY;
  for (;;) {
    if (workflowInfo().continueAsNewSuggested && sending.isDone) await renew();
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
      setCurrentDetails(`${waitsFor}${waitingFor(look)}`);
      await wait(Math.min(look.at - now, longestWaitMs));
    } else if (look.notice !== null) {
      const { messageIds } = await quick.tellAhead({ ...input, notice: look.notice, at: now });
      sending.begin(messageIds);
      toldUpTo = look.at;
    } else {
      const { messageIds, isOpen } = await quick.fireReminder({ ...input, at: now });
      if (!isOpen) continue;
      setCurrentDetails("The reminder is due; telling its people.");
      sending.begin(messageIds);
      return ended("told");
    }
  }
}

function waitingFor({ at, due = at, notice, timezone }: Extract<ReminderLook, { state: "waiting" }>): string {
  const isDue = `The reminder is due on ${inWords(due, timezone)}.`;
  return notice === null
    ? `${isDue} Its people are told then.`
    : `${isDue} The notice ${notice} ahead goes out on ${inWords(at, timezone)}.`;
}
