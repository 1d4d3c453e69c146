import { proxyActivities } from "@temporalio/workflow";
import type * as activities from "../activities/index.js";
import { quick } from "./activities.js";

/** Gives a watcher to whatever has come within the horizon or has lost its own, and tells of threads that wait for a reply. */
export async function sweep(): Promise<{ ordered: number; told: number }> {
  const { ordered } = await quick.orderWatchers();
  const { told } = await quick.tellWaitingThreads({ at: Date.now() });
  return { ordered, told };
}

const thorough = proxyActivities<ReturnType<typeof activities.createActivities>>({
  startToCloseTimeout: "10 minutes",
  retry: { initialInterval: "1 second", maximumInterval: "20 seconds" },
});

/** Gives every row that should be watched its watcher: started where Temporal knows nothing of the product yet, or any more. */
export async function restoreWatchers(): Promise<{ ordered: number }> {
  return thorough.orderAllWatchers();
}
