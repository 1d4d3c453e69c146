import { quick } from "./activities.js";

export const sweepRemindersId = "sweep-reminders";

/** Orders a watcher for each reminder that has come within the horizon. Run by a Temporal Schedule. */
export async function sweepReminders(): Promise<{ ordered: number }> {
  return quick.orderWatchers();
}
