import type { Message } from "../../db/entities/message.js";
import type { Reminder } from "../../db/entities/reminder.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { addressesAndFacts } from "./notice-facts.js";
import { aheadNotice, dueNotice, reminderDate } from "./notice-texts.js";
import type { Notice } from "./write-notices.js";

/** The name of the notice that comes on a reminder's date begins so. */
export const atDate = "due";

/**
 * A notice of a reminder, and who is told.
 * @param name which of its notices
 * @param at when it is written
 */
export async function reminderNotice(
  unit: UnitOfWork,
  reminder: Reminder,
  name: string,
  at: Date,
): Promise<{ text: Notice; addresses: string[] }> {
  const { organizationId, projectId, submissionId, id: reminderId, createdBy } = reminder;
  const around = { organizationId, projectId, submissionId, reminderId };
  const { addresses, facts } = await addressesAndFacts(unit, around, createdBy);
  const date = reminderDate(reminder, facts);
  const write = name.startsWith(atDate) ? dueNotice : aheadNotice;
  return { text: write(name, date, at, facts), addresses };
}

/**
 * The new text of a waiting notice whose reminder was changed since it was written; null where nothing changes, it may have arrived, or its
 * addressee would not be told today, and may not see what others see.
 */
export async function rewordedNotice(
  unit: UnitOfWork,
  reminder: Reminder,
  { notice, createdAt, attemptedAt, to, subject, body }: Message,
): Promise<Pick<Message, "subject" | "body"> | null> {
  if (notice === null || attemptedAt !== null || reminder.updatedAt <= createdAt) return null;
  const { text: now, addresses } = await reminderNotice(unit, reminder, notice, createdAt);
  if (!addresses.includes(to)) return null;
  return now.subject === subject && now.body === body ? null : { subject: now.subject, body: now.body };
}
