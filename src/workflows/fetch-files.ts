import { setCurrentDetails } from "@temporalio/workflow";
import { type FetchFilesInput, fetchAgain } from "../contracts/fetch-files.js";
import { handOver, quick } from "./steps/activities.js";
import { retryWithBackoff } from "./steps/retry-with-backoff.js";
import { WakeSignal } from "./steps/watching.js";

/** Fetches the files of a message that came by WhatsApp or MMS, for a day; then the message says which ones are missing. */
export async function fetchFiles(input: FetchFilesInput): Promise<"settled" | "given up"> {
  const wakeSignal = new WakeSignal(fetchAgain);
  setCurrentDetails("Fetching the message's files from its provider.");
  const settled = await retryWithBackoff(() => handOver.fetchFiles(input), {
    wakeSignal,
    deferred: "Not every file could be fetched",
  });
  if (!settled) await quick.giveUpFiles(input);
  return settled ? "settled" : "given up";
}
