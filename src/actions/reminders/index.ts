import { completeReminder } from "./complete-reminder.js";
import { createReminder } from "./create-reminder.js";
import { deleteReminder } from "./delete-reminder.js";
import { getReminder } from "./get-reminder.js";
import { listReminders } from "./list-reminders.js";
import { reopenReminder } from "./reopen-reminder.js";
import { updateReminder } from "./update-reminder.js";

export const reminderActions = [
  createReminder,
  completeReminder,
  reopenReminder,
  updateReminder,
  listReminders,
  getReminder,
  deleteReminder,
] as const;
