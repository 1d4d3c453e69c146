import { createDeliveryActivities } from "./deliveries.js";
import type { Dependencies } from "./dependencies.js";
import { createMessageActivities } from "./messages.js";
import { createReminderActivities } from "./reminders.js";

/** All activities, over one database. */
export const createActivities = (deps: Dependencies) => ({
  ...createDeliveryActivities(deps),
  ...createMessageActivities(deps),
  ...createReminderActivities(deps),
});
