import type { Database } from "../../db/database.js";
import { readTwilio } from "../sms/posted.js";
import { takeStatuses } from "./take-statuses.js";
import { takeWritten } from "./take-written.js";

/**
 * Takes what Twilio has posted: a message, or how far one of ours came.
 * @param messageId the one that the address names, if any
 * @param at when it was written, or the state was reached
 */
export async function takeTwilio(
  database: Database,
  organizationId: string,
  fields: URLSearchParams,
  messageId: string | null,
  at = new Date(),
): Promise<void> {
  const sms = { organizationId, channel: "sms" as const };
  const posted = readTwilio(fields, messageId, at);
  if (posted && "message" in posted) await takeWritten(database, { ...sms, to: posted.message.to }, posted.message);
  if (posted && "status" in posted) await takeStatuses(database, sms, [posted.status]);
}
