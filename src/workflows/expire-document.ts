import { continueAsNew, setCurrentDetails } from "@temporalio/workflow";
import { documentChanged, type ExpireDocumentInput } from "../contracts/expire-document.js";
import { quick } from "./steps/activities.js";
import { followProject } from "./steps/follow-project.js";
import { endInWords } from "./steps/in-words.js";
import { WakeSignal, watch } from "./steps/watching.js";

/** Marks a document as expired once its last day has ended, if it is still issued then. The row is the truth. */
export async function expireDocument(input: ExpireDocumentInput): Promise<"expired" | "closed"> {
  const wakeSignal = new WakeSignal(documentChanged);
  return watch(
    async (now, again) => {
      const look = await quick.lookAtExpiry(input);
      if (look.state === "closed") {
        setCurrentDetails("This revision no longer stands issued: nothing expires.");
        return wakeSignal.take() ? again() : "closed";
      }
      followProject(look.projectId);
      if (look.expiresAt > now) {
        setCurrentDetails(
          `Issued; it expires at ${endInWords(look.expiresAt, look.timezone)}, unless it was answered by then.`,
        );
        await wakeSignal.sleepUntil(look.expiresAt);
        return again();
      }
      if (!(await quick.expire({ ...input, at: now })).expired) return again();
      setCurrentDetails("Expired: its last day was over.");
      return "expired";
    },
    () => continueAsNew<typeof expireDocument>(input),
  );
}
