import { completeReminder } from "./complete-reminder.js";
import { createReminder } from "./create-reminder.js";
import { getReminder } from "./get-reminder.js";
import { listReminders } from "./list-reminders.js";

export const reminderActions = [createReminder, completeReminder, listReminders, getReminder] as const;
