import { type ActivityInterfaceFor, proxyActivities } from "@temporalio/workflow";
import type * as activities from "../activities/index.js";
import { emailQueue } from "./task-queues.js";

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
