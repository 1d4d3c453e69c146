import {
  condition,
  continueAsNew,
  defineSignal,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import { documentChanged, type ExpireDocumentInput } from "../contracts/expire-document.js";
import { quick } from "./activities.js";
import { endInWords, longestWaitMs } from "./waiting.js";

/** Makes a document expired once its last day is over, if it is still issued then. The row is the truth. */
export async function expireDocument(input: ExpireDocumentInput): Promise<"expired" | "closed"> {
  let changed = false;
  setHandler(defineSignal(documentChanged.name), () => {
    changed = true;
  });
  for (;;) {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof expireDocument>(input);
    const now = Date.now();
    const look = await quick.lookAtExpiry(input);
    if (look.state === "closed") {
      setCurrentDetails("This revision no longer stands issued: nothing expires.");
      if (!changed) return "closed";
      changed = false;
    } else if (look.expiresAt > now) {
      setCurrentDetails(
        `Issued; it expires at ${endInWords(look.expiresAt, look.timezone)}, unless it was answered by then.`,
      );
      await condition(() => changed, Math.min(look.expiresAt - now, longestWaitMs));
      changed = false;
    } else if ((await quick.expire({ ...input, at: now })).expired) {
      setCurrentDetails("Expired: its last day was over.");
      return "expired";
    }
  }
}
