import { type ActivityInterfaceFor, type ActivityOptions, proxyActivities } from "@temporalio/workflow";
import type * as activities from "../../activities/index.js";
import { aiQueue, emailQueue, importQueue, longestHandOverMs } from "../../contracts/task-queues.js";

type Activities = ReturnType<typeof activities.createActivities>;

const within = (options: ActivityOptions): ActivityInterfaceFor<Activities> => proxyActivities<Activities>(options);

/** For what passes within seconds, such as the crash of a worker. */
const soonAgain = { initialInterval: "1 second", maximumInterval: "20 seconds" } as const;

/** Activities that need only the database or the processor. They are retried until they succeed, soon after a crash. */
export const quick = within({ startToCloseTimeout: "20 seconds", retry: soonAgain });

/** `quick` with more time, for activities that go through whole tables. */
export const thorough = within({ startToCloseTimeout: "10 minutes", retry: soonAgain });

/** Makes PDFs. A long one takes seconds, and waits for its turn beside others; a missing heartbeat shows that a worker is gone. */
export const typesetting = within({
  startToCloseTimeout: "10 minutes",
  heartbeatTimeout: "20 seconds",
  retry: soonAgain,
});

/**
 * Reads price lists. Waiting for a turn takes as long as the lists before. The activity itself bounds its attempts: only it knows which of
 * them failed. A failure that isn't the list's own passes within an hour, or somebody has to look.
 */
export const importing = within({
  taskQueue: importQueue,
  startToCloseTimeout: "1 hour",
  heartbeatTimeout: "20 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "5 minutes" },
});

/**
 * Hands messages over. A missing heartbeat shows within seconds that a worker is gone, and another attempt follows. That the mail
 * server refuses or defers a message is an outcome, not a failure. An attempt that isn't stopped must end by itself before its time is
 * over: another beside it would send the message twice.
 */
export const handOver = within({
  taskQueue: emailQueue,
  startToCloseTimeout: 2 * longestHandOverMs,
  heartbeatTimeout: "20 seconds",
  retry: soonAgain,
});

/**
 * Calls language models. A model that is busy or out of reach is asked a few more times within 15 seconds, or when its provider says.
 * One call takes three minutes at most; all attempts together take at most 15 minutes.
 */
export const model = within({
  taskQueue: aiQueue,
  startToCloseTimeout: "4 minutes",
  scheduleToCloseTimeout: "15 minutes",
  heartbeatTimeout: "20 seconds",
  retry: { initialInterval: "1 second", maximumAttempts: 5 },
});
