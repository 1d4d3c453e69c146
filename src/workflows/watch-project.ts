import { continueAsNew, setCurrentDetails } from "@temporalio/workflow";
import type { DeadlineLook } from "../activities/project-deadlines.js";
import { deadlineChanged, type WatchProjectInput } from "../contracts/watch-project.js";
import { quick } from "./steps/activities.js";
import { MessageSender } from "./steps/hand-over-message.js";
import { endInWords, inWords } from "./steps/in-words.js";
import { WakeSignal, watch } from "./steps/watching.js";

/** Watches a project's own decision deadline, and notifies its people as a reminder would. The row is the truth. */
export async function watchProject(input: WatchProjectInput): Promise<"settled"> {
  const wakeSignal = new WakeSignal(deadlineChanged);
  const sender = new MessageSender(input.organizationId);
  let toldUpTo = 0;
  return watch(
    async (now, again): Promise<"settled"> => {
      const look = await quick.lookAtProjectDeadline({ ...input, at: now, toldUpTo });
      if (look.state === "waiting" && look.at > now) {
        setCurrentDetails(waitingFor(look));
        if (await wakeSignal.sleepUntil(look.at)) toldUpTo = 0;
        return again();
      }
      if (look.state === "waiting" && look.notice !== "passed") {
        sender.send((await quick.tellProjectDeadline({ ...input, notice: look.notice, at: now })).messageIds);
        toldUpTo = look.at;
        return again();
      }
      const { settled, messageIds } = await quick.settleProjectDeadline({ ...input, at: now });
      sender.send(messageIds);
      if (!settled) return again();
      setCurrentDetails(
        messageIds.length > 0
          ? "The deadline passed with no outcome: the owners are notified."
          : "The project's own deadline is settled.",
      );
      await sender.finish();
      return wakeSignal.take() ? again() : "settled";
    },
    () => continueAsNew<typeof watchProject>(input),
    () => sender.isIdle,
  );
}

function waitingFor({ at, over = at, notice, timezone }: Extract<DeadlineLook, { state: "waiting" }>): string {
  const runs = `The clock is running: the authority has time until ${endInWords(over, timezone)}.`;
  const next = { due: "On the day itself its people are notified", passed: "Its owners are notified then" }[notice];
  if (notice === "passed") return `${runs} ${next}.`;
  return `${runs} ${next ?? `They are notified ${notice} ahead,`} on ${inWords(at, timezone)}.`;
}
