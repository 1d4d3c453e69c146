import type { Database } from "../../db/database.js";
import { readPosted } from "../whatsapp/posted.js";
import { takeStatuses } from "./take-statuses.js";
import { takeWritten } from "./take-written.js";

/** Takes what WhatsApp has posted about an organization's number: messages, and how far ours came. */
export async function takePosted(
  database: Database,
  { organizationId, phoneNumberId }: { organizationId: string; phoneNumberId: string },
  body: unknown,
): Promise<void> {
  const { messages, statuses } = readPosted(body, phoneNumberId);
  for (const message of messages)
    await takeWritten(database, { organizationId, channel: "whatsapp", to: phoneNumberId }, message);
  await takeStatuses(database, { organizationId, channel: "whatsapp" }, statuses);
}
