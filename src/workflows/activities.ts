import { type ActivityInterfaceFor, proxyActivities } from "@temporalio/workflow";
import type * as activities from "../activities/index.js";
import { aiQueue, emailQueue, importQueue, longestHandOverMs } from "../contracts/task-queues.js";

type Activities = ReturnType<typeof activities.createActivities>;

/** Activities that need only the database or the processor. They are retried until they succeed, soon after a crash. */
export const quick: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: "20 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "20 seconds" },
});

/** `quick` with more time, for activities that go through whole tables. */
export const thorough: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: "10 minutes",
  retry: { initialInterval: "1 second", maximumInterval: "20 seconds" },
});

/** Makes PDFs. A long one takes seconds, and waits for its turn beside others; a missing heartbeat shows that a worker is gone. */
export const typesetting: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: "10 minutes",
  heartbeatTimeout: "20 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "20 seconds" },
});

/**
 * Reads price lists. Waiting for a turn takes as long as the lists before. The activity itself bounds its attempts: only it knows which of
 * them failed. A failure that isn't the list's own passes within an hour, or somebody has to look.
 */
export const importing: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
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
export const handOver: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  taskQueue: emailQueue,
  startToCloseTimeout: 2 * longestHandOverMs,
  heartbeatTimeout: "20 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "20 seconds" },
});

/**
 * Calls language models. A model that is busy or out of reach is asked a few more times within 15 seconds, or when its provider says.
 * One call takes three minutes at most; all attempts together take at most 15 minutes.
 */
export const model: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  taskQueue: aiQueue,
  startToCloseTimeout: "4 minutes",
  scheduleToCloseTimeout: "15 minutes",
  heartbeatTimeout: "20 seconds",
  retry: { initialInterval: "1 second", maximumAttempts: 5 },
});
