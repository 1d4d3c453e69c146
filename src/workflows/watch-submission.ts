import { continueAsNew, setCurrentDetails } from "@temporalio/workflow";
import { submissionChanged, type WatchSubmissionInput } from "../contracts/watch-submission.js";
import { quick } from "./steps/activities.js";
import { handOverMessage } from "./steps/hand-over-message.js";
import { endInWords } from "./steps/in-words.js";
import { WakeSignal, watch } from "./steps/watching.js";

/** Watches the clock of a submission's decision deadline until it has an outcome or has passed. The row is the truth. */
export async function watchSubmission(input: WatchSubmissionInput): Promise<"overdue" | "closed"> {
  const wakeSignal = new WakeSignal(submissionChanged);
  return watch(
    async (now, again) => {
      const look = await quick.lookAtSubmission(input);
      if (look.state === "closed" || look.state === "overdue") {
        if (wakeSignal.cameLate()) return again();
        setCurrentDetails(
          look.state === "closed"
            ? "The clock is closed."
            : "The deadline passed with no outcome: the owners were notified.",
        );
        return look.state;
      }
      if (look.state === "suspended") {
        const days = `${look.remainingDays} ${look.remainingDays === 1 ? "day" : "days"}`;
        setCurrentDetails(`The clock is suspended; ${days} remained.`);
        await wakeSignal.sleep();
      } else if (look.endsAt > now) {
        const end = endInWords(look.endsAt, look.timezone);
        setCurrentDetails(`The clock is running: the authority has time until ${end}.`);
        await wakeSignal.sleepUntil(look.endsAt);
      } else {
        const { messageIds } = await quick.markOverdue({ ...input, at: now });
        setCurrentDetails("The deadline passed with no outcome; notifying the owners.");
        const { organizationId } = input;
        await Promise.all(messageIds.map((messageId) => handOverMessage({ organizationId, messageId })));
      }
      return again();
    },
    () => continueAsNew<typeof watchSubmission>(input),
  );
}
