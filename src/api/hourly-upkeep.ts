import type { Logger } from "pino";
import { deleteOldLinks } from "../accounts/account-links.js";
import { endUnusedConnections } from "../accounts/connections.js";
import { deleteOldSecondSteps } from "../accounts/factors/second-step.js";
import { deleteOldDevices } from "../accounts/known-devices.js";
import { deleteOldQuotaUse } from "../accounts/limits/quotas.js";
import { deleteOldOAuthKeys } from "../accounts/oauth-keys.js";
import { deleteOldSecurityEvents } from "../accounts/security/security-events.js";
import { deleteOldSessions } from "../accounts/sessions.js";
import { deleteOldAnswers } from "../actions/dispatch/idempotency.js";
import type { Database } from "../db/database.js";
import { hourMs, minuteMs } from "../domain/calendar/durations.js";
import { deleteOldArtifacts } from "./oauth/adapter.js";

const deletions = {
  answers: deleteOldAnswers,
  sessions: deleteOldSessions,
  devices: deleteOldDevices,
  links: deleteOldLinks,
  secondSteps: deleteOldSecondSteps,
  securityEvents: deleteOldSecurityEvents,
  tokens: deleteOldArtifacts,
  keys: deleteOldOAuthKeys,
  counts: deleteOldQuotaUse,
};

/** When it first runs after the start: an API that is restarted every hour must tidy up too. */
const firstMs = minuteMs;

/**
 * Deletes a minute after the start and then each hour what accounts and answers no longer need, and ends connections that nobody uses. It
 * needs no Temporal; the sweep removes what records leave behind.
 */
export function keepTidy(database: Database, log: Logger): { stop(): void } {
  const tidy = () => {
    for (const [what, deleteOld] of Object.entries(deletions))
      deleteOld(database).catch((error: unknown) => log.warn({ err: error }, `old ${what} were not deleted`));
    endUnusedConnections(database).catch((error: unknown) => log.warn({ err: error }, "unused connections stayed"));
  };
  let timer = setTimeout(() => {
    tidy();
    timer = setInterval(tidy, hourMs);
  }, firstMs);
  return { stop: () => clearTimeout(timer) };
}
