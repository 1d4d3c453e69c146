import { type ActivityInterfaceFor, proxyActivities } from "@temporalio/workflow";
import type * as activities from "../activities/index.js";
import { aiQueue, emailQueue } from "../contracts/task-queues.js";

type Activities = ReturnType<typeof activities.createActivities>;

/** Work in the database alone, or on the processor: retried until it succeeds, and soon where a crash cut it. */
export const quick: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: "20 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "20 seconds" },
});

/**
 * Handing a message over. Its heartbeat tells within seconds that a worker is gone, and the retry takes up what a crash cut; a
 * refusal or a deferral by the mail server is an outcome, not a failure.
 */
export const handOver: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  taskQueue: emailQueue,
  startToCloseTimeout: "5 minutes",
  heartbeatTimeout: "20 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "20 seconds" },
});

/**
 * Calls to a language model. Refused for now or out of reach, it is asked again a few times within a quarter of a minute, or when it
 * says; a whole call takes three minutes at most, and nobody waits longer than a quarter of an hour.
 */
export const model: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  taskQueue: aiQueue,
  startToCloseTimeout: "4 minutes",
  scheduleToCloseTimeout: "15 minutes",
  heartbeatTimeout: "20 seconds",
  retry: { initialInterval: "1 second", maximumAttempts: 5 },
});
