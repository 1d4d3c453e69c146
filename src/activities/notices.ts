import { v7 as uuidv7 } from "uuid";
import type { Config } from "../config.js";
import { Message } from "../db/entities/message.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { messageIdHeader } from "../domain/mail.js";

export interface Notice {
  /** which notice of its record this is; each is made once for each address */
  name: string;
  subject: string;
  body: string;
}

/** What a notice is about: a reminder, or another record. */
export type About = { organizationId: string } & ({ reminderId: string } | { aboutId: string });

/**
 * Writes a notice to each of these addresses, ready to be handed over, unless it was written before.
 * @returns the messages' ids, also of those written before
 */
export async function writeNotices(
  unit: UnitOfWork,
  config: Config,
  about: About,
  { name, subject, body }: Notice,
  people: readonly string[],
): Promise<string[]> {
  const written = await unit.all(Message, { ...about, notice: name });
  if (written.length > 0) return written.map((message) => message.id);
  return people.map((to) => {
    const id = uuidv7();
    unit.insert(Message, {
      reminderId: null,
      aboutId: null,
      ...about,
      id,
      threadId: null,
      notice: name,
      direction: "outgoing",
      channel: "email",
      to,
      subject,
      body,
      attachments: [],
      status: "queued",
      messageIdHeader: messageIdHeader(id, config.MAIL_FROM),
    });
    return id;
  });
}
