import type { Config } from "../../config.js";
import { startOrder } from "../../contracts/order.js";
import { sendMessage } from "../../contracts/send-message.js";
import type { WorkflowOwner } from "../../contracts/workflow-contract.js";
import { Message } from "../../db/entities/message.js";
import { newId } from "../../db/new-id.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { messageIdHeader } from "../../domain/messages/mail.js";

export interface Notice {
  /** identifies the notice among those of its record; each is written once */
  name: string;
  subject: string;
  body: string;
}

/** When a notice is written: at the workflow's time (epoch ms), or now where the machine has slept since. */
export const writingTime = (unit: UnitOfWork, at: number): Date => new Date(Math.max(at, unit.now.getTime()));

/** The record that a notice is about: a reminder or another. */
export type About = { organizationId: string } & ({ reminderId: string } | { aboutId: string });

/** The ids of a notice's messages, one for each address; none if it was not written. */
export const writtenNotices = async (unit: UnitOfWork, about: About, name: string): Promise<string[]> =>
  (await unit.all(Message, { ...about, notice: name })).map(({ id }) => id);

/**
 * Writes a notice to each of these addresses, queued to be sent, unless it was written before.
 * @returns the ids of its messages, also if they were written before
 */
export async function writeNotices(
  unit: UnitOfWork,
  config: Config,
  about: About,
  { name, subject, body }: Notice,
  people: readonly string[],
): Promise<string[]> {
  const written = await writtenNotices(unit, about, name);
  if (written.length > 0) return written;
  return people.map((to) => {
    const id = newId();
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

/** Orders that a notice's messages are sent, where no workflow hands them over itself. */
export function orderNotices(
  unit: UnitOfWork,
  { organizationId, projectId }: WorkflowOwner,
  messageIds: readonly string[],
): void {
  for (const messageId of messageIds)
    unit.order(startOrder(sendMessage, { organizationId, projectId, messageId, isNotice: true }));
}
