import { ChannelServers } from "../channels/channel-servers.js";
import { Files } from "../files/files.js";
import { createDraftActivities } from "./ai/draft.js";
import { createReviewActivities } from "./ai/review.js";
import { createRunActivities } from "./ai/runs.js";
import type { Dependencies } from "./dependencies.js";
import { createExpiryActivities } from "./expiry.js";
import { createExportActivities } from "./exports/activities.js";
import { createAccountMailActivities } from "./messages/account-mails.js";
import { createDeliveryActivities } from "./messages/deliveries.js";
import { createFollowedMessageActivities } from "./messages/followed-messages.js";
import { createIncomingFileActivities } from "./messages/incoming-files.js";
import { createMessageActivities } from "./messages/messages.js";
import { createRenderingActivities } from "./pdf/renderings.js";
import { Typesetter } from "./pdf/typesetter.js";
import { createPriceListActivities } from "./price-lists/price-list-imports.js";
import { createProjectDeadlineActivities } from "./project-deadlines.js";
import { createReminderActivities } from "./reminders.js";
import { createSubmissionActivities } from "./submissions.js";
import { createSweepActivities } from "./sweep.js";
import { createWaitingThreadActivities } from "./waiting-threads.js";

/** All activities, over one database. */
export function createActivities(deps: Dependencies) {
  const files = new Files(deps.database, deps.config);
  const shared = { ...deps, channelServers: new ChannelServers(), files, typesetter: new Typesetter() };
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
