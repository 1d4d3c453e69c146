import { Worker } from "node:worker_threads";
import { activityInfo, cancellationSignal } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import type { ImportPriceBookInput } from "../../contracts/import-price-book.js";
import type { Dependencies } from "../dependencies.js";
import { counted, countTries, triesBefore } from "../tries.js";
import { endAsFailed, type ImportEnd } from "./import-row.js";
import type { ThreadData } from "./thread.js";

/** Built code also for the tests, which run the sources: a thread has no compiler. */
const program = new URL("../../../dist/activities/price-lists/thread.js", import.meta.url);
const resourceLimits = { maxOldGenerationSizeMb: 300 };
const laterMs = 3_000;
const maxTries = 20;
/** Far more than deployments and people cause, at three seconds and a reading each: a program keeps changing the book. */
const maxAttempts = 500;

const neverLeftAlone =
  "The book's entries were changed again and again while the list was to be written; stop the program that changes them, and import it once more.";

export const createPriceListActivities = (deps: Dependencies) => ({
  /**
   * Reads a price list into its book. An import that has ended is left as it is.
   * @throws ApplicationFailure, not to be retried, after many attempts that failed. One that gave way, or whose worker stopped, doesn't
   *   count: a list may meet many deployments and people who change the book.
   */
  async importPriceList(input: ImportPriceBookInput): Promise<{ outcome: Exclude<ImportEnd, "later"> }> {
    const before = triesBefore();
    if (before >= maxTries) throw ApplicationFailure.nonRetryable("This list has failed again and again.");
    const outcome = await counted(() => inThread(deps, input, cancellationSignal()));
    if (outcome !== "later") return { outcome };
    if (activityInfo().attempt >= maxAttempts)
      return { outcome: await endAsFailed(deps.database, input, neverLeftAlone) };
    countTries(before);
    throw ApplicationFailure.create({
      type: "import_gave_way",
      message: "Somebody waits for what the import would write, or this worker stops; it follows.",
      nextRetryDelay: laterMs,
    });
  },

  async giveUpPriceList(input: ImportPriceBookInput): Promise<void> {
    await endAsFailed(
      deps.database,
      input,
      "The list could not be read, again and again; import it once more, or report it.",
    );
  },
});

/**
 * Reads and writes in a thread of its own, with its own connections: nothing of it waits for the worker, nor the worker for it.
 * @throws Error if the thread ended before its work
 */
async function inThread(
  { config, database, log }: Dependencies,
  input: ImportPriceBookInput,
  signal: AbortSignal,
): Promise<ImportEnd> {
  const workerData: ThreadData = { config, databaseUrl: database.url, input };
  const thread = new Worker(program, { workerData, resourceLimits, name: "price-list" });
  const end = () => void thread.terminate();
  signal.addEventListener("abort", end, { once: true });
  try {
    return await new Promise<ImportEnd>((resolve, reject) => {
      thread.once("message", resolve);
      thread.once("error", (error: NodeJS.ErrnoException) => {
        if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") return reject(error);
        log.warn(input, "a price list takes too much memory");
        resolve(
          endAsFailed(
            database,
            input,
            "There is too much in the file: it can't be read in the memory that a list may take.",
          ),
        );
      });
      // After the others: where the thread ended by itself, one of them has settled this.
      thread.once("exit", () => {
        if (signal.aborted) resolve("later");
        else reject(new Error("the thread that reads a price list ended"));
      });
    });
  } finally {
    signal.removeEventListener("abort", end);
    await thread.terminate();
  }
}
