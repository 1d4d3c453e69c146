import {
  condition,
  continueAsNew,
  defineSignal,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import { quick } from "./activities.js";
import { handOverMessage } from "./hand-over-message.js";
import { inWords, longestWaitMs } from "./waiting.js";

export interface WatchProjectInput {
  organizationId: string;
  projectId: string;
}
export const watchProjectId = (projectId: string): string => `watch-project:${projectId}`;
/** The project's deadline or stage was set, or the project deleted: look at its row again. */
export const deadlineChanged = defineSignal("deadlineChanged");

/** Watches the decision deadline that a project itself holds, and tells of it as a reminder would. The row is the truth. */
export async function watchProject(input: WatchProjectInput): Promise<"settled"> {
  let changed = false;
  setHandler(deadlineChanged, () => {
    changed = true;
  });
  const { organizationId } = input;
  const sending: Promise<unknown>[] = [];
  const send = (ids: string[]) =>
    sending.push(...ids.map((messageId) => handOverMessage({ organizationId, messageId })));

  let toldUpTo = 0;
  for (;;) {
    if (workflowInfo().continueAsNewSuggested) {
      await Promise.all(sending);
      await continueAsNew<typeof watchProject>(input);
    }
    const now = Date.now();
    const look = await quick.lookAtProjectDeadline({ ...input, at: now, toldUpTo });
    if (look.state === "waiting" && look.at > now) {
      setCurrentDetails(`The clock is running. Told next (${look.notice}): ${inWords(look.at)}.`);
      await condition(() => changed, Math.min(look.at - now, longestWaitMs));
      if (changed) toldUpTo = 0;
      changed = false;
    } else if (look.state === "waiting" && look.notice !== "passed") {
      send((await quick.tellProjectDeadline({ ...input, notice: look.notice, at: now })).messageIds);
      toldUpTo = look.at;
    } else {
      const { settled, messageIds } = await quick.settleProjectDeadline({ ...input, at: now });
      send(messageIds);
      if (!settled) continue;
      setCurrentDetails(
        messageIds.length > 0
          ? "The deadline passed with no outcome: the owners are told."
          : "The project's own deadline is settled.",
      );
      await Promise.all(sending);
      if (!changed) return "settled";
      changed = false;
    }
  }
}
