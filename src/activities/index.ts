import { createAccountMailActivities } from "./account-mails.js";
import { createDraftActivities } from "./ai/draft.js";
import { createReviewActivities } from "./ai/review.js";
import { createRunActivities } from "./ai/runs.js";
import { createDeliveryActivities } from "./deliveries.js";
import type { Dependencies } from "./dependencies.js";
import { createExpiryActivities } from "./expiry.js";
import { createMessageActivities } from "./messages.js";
import { createProjectDeadlineActivities } from "./project-deadlines.js";
import { createReminderActivities } from "./reminders.js";
import { createSubmissionActivities } from "./submissions.js";
import { createSweepActivities } from "./sweep.js";
import { createWaitingThreadActivities } from "./waiting-threads.js";

/** All activities, over one database. */
export const createActivities = (deps: Dependencies) => ({
  ...createAccountMailActivities(deps),
  ...createDeliveryActivities(deps),
  ...createDraftActivities(deps),
  ...createExpiryActivities(deps),
  ...createMessageActivities(deps),
  ...createProjectDeadlineActivities(deps),
  ...createReminderActivities(deps),
  ...createReviewActivities(deps),
  ...createRunActivities(deps),
  ...createSubmissionActivities(deps),
  ...createSweepActivities(deps),
  ...createWaitingThreadActivities(deps),
});
