import {
  condition,
  continueAsNew,
  defineSignal,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import { submissionChanged, type WatchSubmissionInput } from "../contracts/watch-submission.js";
import { quick } from "./activities.js";
import { handOverMessage } from "./hand-over-message.js";
import { endInWords, longestWaitMs } from "./waiting.js";

/** Watches the clock of a decision deadline until there is an outcome, or it passes with none. The row is the truth. */
export async function watchSubmission(input: WatchSubmissionInput): Promise<"overdue" | "closed"> {
  let changed = false;
  setHandler(defineSignal(submissionChanged.name), () => {
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
