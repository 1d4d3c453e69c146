import { patched } from "@temporalio/workflow";
import { quick, thorough } from "./steps/activities.js";

/**
 * Orders watchers for rows that have come within the horizon or have lost theirs, notifies of threads that wait for a reply and of API
 * keys that end soon, and forgets old deletions.
 */
export async function sweep(): Promise<{ ordered: number; told: number }> {
  const { ordered } = await thorough.orderWatchers();
  const { told } = await quick.tellWaitingThreads({ at: Date.now() });
  if (patched("tell-of-ending-keys")) await quick.tellOfEndingKeys({ at: Date.now() });
  if (patched("forget-deletions")) await thorough.forgetDeletions();
  return { ordered, told };
}

/** Orders a watcher for every row that should have one. Started when Temporal is new or has lost its database. */
export async function restoreWatchers(): Promise<{ ordered: number }> {
  return thorough.orderAllWatchers();
}
