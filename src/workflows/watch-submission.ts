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
import { endInWords, longestWaitMs } from "./waiting.js";

export interface WatchSubmissionInput {
  organizationId: string;
  submissionId: string;
}
export const watchSubmissionId = (submissionId: string): string => `watch-submission:${submissionId}`;
/** An outcome came, another clock took over, or the project was deleted: look at the submission's row again. */
export const submissionChanged = defineSignal("submissionChanged");

/** Watches the clock of a decision deadline until there is an outcome, or it passes with none. The row is the truth. */
export async function watchSubmission(input: WatchSubmissionInput): Promise<"overdue" | "closed"> {
  let changed = false;
  setHandler(submissionChanged, () => {
    changed = true;
  });
  const wait = async (waitMs: number) => {
    await condition(() => changed, Math.min(waitMs, longestWaitMs));
    changed = false;
  };

  for (;;) {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof watchSubmission>(input);
    const now = Date.now();
    const look = await quick.lookAtSubmission(input);
    if (look.state === "closed" || look.state === "overdue") {
      setCurrentDetails(
        look.state === "closed" ? "The clock is closed." : "The deadline passed with no outcome: the owners were told.",
      );
      return look.state;
    }
    if (look.state === "suspended") {
      setCurrentDetails(
        `The clock is suspended; ${look.remainingDays} ${look.remainingDays === 1 ? "day" : "days"} remained.`,
      );
      await wait(longestWaitMs);
    } else if (look.endsAt > now) {
      setCurrentDetails(
        `The clock is running: the authority has time until ${endInWords(look.endsAt, look.timezone)}.`,
      );
      await wait(look.endsAt - now);
    } else {
      const { messageIds } = await quick.markOverdue({ ...input, at: now });
      setCurrentDetails("The deadline passed with no outcome; telling the owners.");
      const { organizationId } = input;
      await Promise.all(messageIds.map((messageId) => handOverMessage({ organizationId, messageId })));
    }
  }
}
