import type { WakeableContract } from "./workflow-contract.js";

export type WatchReminderInput = { organizationId: string; reminderId: string };

/** The reminder was done, cancelled, moved or put into another project, or its clock was suspended or went on. The workflow reads its row again. */
export const reminderChanged = { name: "reminderChanged" } as const;

export const watchReminder: WakeableContract<{ reminderId: string }> = {
  type: "watchReminder",
  wakeBy: reminderChanged,
  workflowId: ({ reminderId }) => `watch-reminder:${reminderId}`,
  input: ({ organizationId, reminderId }): WatchReminderInput => ({ organizationId, reminderId }),
  summary: () => "Watches a reminder",
  recordId: ({ reminderId }) => reminderId,
};
