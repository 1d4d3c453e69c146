import { MailServers } from "../channels/mail-servers.js";
import { Files } from "../files/files.js";
import { createAccountMailActivities } from "./account-mails.js";
import { createDraftActivities } from "./ai/draft.js";
import { createReviewActivities } from "./ai/review.js";
import { createRunActivities } from "./ai/runs.js";
import { createDeliveryActivities } from "./deliveries.js";
import type { Dependencies } from "./dependencies.js";
import { createExpiryActivities } from "./expiry.js";
import { createExportActivities } from "./exports/activities.js";
import { createFollowedMessageActivities } from "./followed-messages.js";
import { createIncomingFileActivities } from "./incoming-files.js";
import { createMessageActivities } from "./messages.js";
import { Typesetter } from "./pdf/typesetter.js";
import { createPriceListActivities } from "./price-lists/price-list-imports.js";
import { createProjectDeadlineActivities } from "./project-deadlines.js";
import { createReminderActivities } from "./reminders.js";
import { createRenderingActivities } from "./renderings.js";
import { createSubmissionActivities } from "./submissions.js";
import { createSweepActivities } from "./sweep.js";
import { createWaitingThreadActivities } from "./waiting-threads.js";

/** All activities, over one database. */
export function createActivities(deps: Dependencies) {
  const files = new Files(deps.database, deps.config);
  const shared = { ...deps, mailServers: new MailServers(), files, typesetter: new Typesetter() };
  return {
    ...createAccountMailActivities(shared),
    ...createDeliveryActivities(shared),
    ...createDraftActivities(deps),
    ...createExpiryActivities(deps),
    ...createExportActivities(shared),
    ...createFollowedMessageActivities(deps),
    ...createIncomingFileActivities(shared),
    ...createMessageActivities(shared),
    ...createPriceListActivities(deps),
    ...createProjectDeadlineActivities(deps),
    ...createReminderActivities(deps),
    ...createRenderingActivities(shared),
    ...createReviewActivities(deps),
    ...createRunActivities(deps),
    ...createSubmissionActivities(deps),
    ...createSweepActivities(shared),
    ...createWaitingThreadActivities(deps),
  };
}
