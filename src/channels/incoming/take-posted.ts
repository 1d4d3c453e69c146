import type { Database } from "../../db/database.js";
import { readPosted } from "../whatsapp/posted.js";
import type { KeepFiles } from "./incoming-message.js";
import { takeStatuses } from "./take-statuses.js";
import { takeWritten } from "./take-written.js";

/**
 * Takes what WhatsApp has posted about an organization's number: messages, and how far ours came.
 * @throws what the first that could not be taken failed by, after all others were taken
 * @param keepFiles writes the rows of files that are here already, where the post has a single message
 */
export async function takePosted(
  database: Database,
  { organizationId, phoneNumberId }: { organizationId: string; phoneNumberId: string },
  body: unknown,
  keepFiles?: KeepFiles,
): Promise<void> {
  const { messages, statuses } = await readPosted(body, phoneNumberId);
  const failures: unknown[] = [];
  for (const message of messages)
    await takeWritten(database, { organizationId, channel: "whatsapp", to: phoneNumberId }, message, keepFiles).catch(
      (error: unknown) => failures.push(error),
    );
  await takeStatuses(database, { organizationId, channel: "whatsapp" }, statuses);
  // WhatsApp posts all of it again, for days, until the answer is a success: one that can't be taken must not keep out the others.
  if (failures.length > 0) throw failures[0];
}
