import { aboutRow, type RowInput, type WakeableContract } from "./workflow-contract.js";

export type WatchReminderInput = RowInput<"reminderId">;

/** The reminder was done, cancelled, moved or put into another project, or its clock was suspended or went on. The workflow reads its row again. */
export const reminderChanged = { name: "reminderChanged" } as const;

export const watchReminder: WakeableContract<{ reminderId: string }> = {
  ...aboutRow("watchReminder", "watch-reminder", "reminderId"),
  wakeBy: reminderChanged,
  summary: () => "Watches a reminder",
};
