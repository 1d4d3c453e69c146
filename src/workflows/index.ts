export { deliverDocument } from "./deliver-document.js";
export { sendMessage } from "./send-message.js";
export { sweepReminders } from "./sweep-reminders.js";
export { watchReminder } from "./watch-reminder.js";
