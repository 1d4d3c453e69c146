import {
  condition,
  continueAsNew,
  defineSignal,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import type { DeadlineLook } from "../activities/project-deadlines.js";
import { deadlineChanged, type WatchProjectInput } from "../contracts/watch-project.js";
import { quick } from "./activities.js";
import { Sending } from "./hand-over-message.js";
import { endInWords, inWords, longestWaitMs } from "./waiting.js";

/** Watches the decision deadline that a project itself holds, and tells of it as a reminder would. The row is the truth. */
export async function watchProject(input: WatchProjectInput): Promise<"settled"> {
  let changed = false;
  setHandler(defineSignal(deadlineChanged.name), () => {
    changed = true;
  });
  const sending = new Sending(input.organizationId);
  let toldUpTo = 0;
  for (;;) {
    if (workflowInfo().continueAsNewSuggested && sending.isDone) await continueAsNew<typeof watchProject>(input);
    const now = Date.now();
    const look = await quick.lookAtProjectDeadline({ ...input, at: now, toldUpTo });
    if (look.state === "waiting" && look.at > now) {
      setCurrentDetails(waitingFor(look));
      await condition(() => changed, Math.min(look.at - now, longestWaitMs));
      if (changed) toldUpTo = 0;
      changed = false;
    } else if (look.state === "waiting" && look.notice !== "passed") {
      sending.begin((await quick.tellProjectDeadline({ ...input, notice: look.notice, at: now })).messageIds);
      toldUpTo = look.at;
    } else {
      const { settled, messageIds } = await quick.settleProjectDeadline({ ...input, at: now });
      sending.begin(messageIds);
      if (!settled) continue;
      setCurrentDetails(
        messageIds.length > 0
          ? "The deadline passed with no outcome: the owners are told."
          : "The project's own deadline is settled.",
      );
      await sending.done();
      if (!changed) return "settled";
      changed = false;
    }
  }
}

function waitingFor({ at, over = at, notice, timezone }: Extract<DeadlineLook, { state: "waiting" }>): string {
  const runs = `The clock is running: the authority has time until ${endInWords(over, timezone)}.`;
  const next = { due: "On the day itself its people are told", passed: "Its owners are told then" }[notice];
  if (notice === "passed") return `${runs} ${next}.`;
  return `${runs} ${next ?? `The notice ${notice} ahead goes out`} on ${inWords(at, timezone)}.`;
}
