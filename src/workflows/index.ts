export { deliverDocument } from "./deliver-document.js";
export { draftDocument } from "./draft-document.js";
export { expireDocument } from "./expire-document.js";
export { reviewDocument } from "./review-document.js";
export { sendMessage } from "./send-message.js";
export { restoreWatchers, sweep } from "./sweep.js";
export { watchProject } from "./watch-project.js";
export { watchReminder } from "./watch-reminder.js";
export { watchSubmission } from "./watch-submission.js";
