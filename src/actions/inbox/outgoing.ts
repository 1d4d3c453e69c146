import { z } from "zod";
import { sendMessage } from "../../contracts/send-message.js";
import { requireChannel as findChannel } from "../../db/channel-settings.js";
import type { Contact } from "../../db/entities/contact.js";
import { Message } from "../../db/entities/message.js";
import { StoredFile } from "../../db/entities/stored-file.js";
import type { Thread } from "../../db/entities/thread.js";
import { unprocessable } from "../../domain/errors.js";
import { isEmailAddress, messageIdHeader } from "../../domain/mail.js";
import type { Channel } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";
import { id } from "../schemas.js";

const maxAttachmentsBytes = 25 * 1024 * 1024;

/** What the channel's messages come from. @throws unprocessable for a channel that isn't configured, naming what is missing */
export const requireChannel = (ctx: ActionContext, channel: Channel): Promise<string | null> =>
  findChannel((text, ...values) => ctx.query(text, ...values), ctx.config, channel);

export const attachmentFileIds = z.array(id("a file")).describe("ids of stored files to attach").optional();

/** @param owner who has the address, for the error @throws unprocessable unless it is one well-formed e-mail address */
export function requireEmailAddress(address: string | null | undefined, owner: string): string {
  if (!address)
    throw unprocessable(`There is no e-mail address to send to: ${owner} has none. Add one to the contact.`);
  if (!isEmailAddress(address))
    throw unprocessable(`This is not a valid e-mail address to send to: ${address.slice(0, 100)}`);
  return address;
}

/**
 * A contact's e-mail address. The error names neither contact nor address to a caller who may not view contacts.
 * @param holder the record with the contact, for the error
 * @throws unprocessable unless it is one well-formed e-mail address
 */
export function requireContactAddress(ctx: ActionContext, contact: Contact | null, holder: string): string {
  if (contact && ctx.sees("contacts")) return requireEmailAddress(contact.email, contact.name);
  const address = contact?.email;
  if (address && !isEmailAddress(address))
    throw unprocessable(`The e-mail address of ${holder}'s contact is not valid; correct it in the contact.`);
  return requireEmailAddress(address, contact ? `${holder}'s contact` : holder);
}

/** The stored files to attach. @throws not_found for an unknown one; unprocessable if together they are too large */
export async function loadAttachments(ctx: ActionContext, ids: string[] = []): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const attachmentFileIds of new Set(ids)) files.push(await ctx.load(StoredFile, { attachmentFileIds }));
  if (files.reduce((total, file) => total + file.sizeBytes, 0) > maxAttachmentsBytes) {
    throw unprocessable(
      `Together, the attachments are larger than ${maxAttachmentsBytes / 1024 / 1024} MB; send fewer.`,
    );
  }
  return files;
}

export interface OutgoingMessage {
  to: string;
  subject: string | null;
  body: string;
  attachments: StoredFile[];
  /** what `requireChannel` says that the channel's messages come from */
  from: string | null;
  /** the Message-ID of the message that it answers */
  inReplyTo?: string | null;
}

/** Adds a message to a thread, with its Message-ID; the thread then waits for an answer. A workflow must be ordered that hands it over. @throws quota_exceeded */
export async function writeMessage(
  ctx: ActionContext,
  thread: Thread,
  { from, to, subject, body, attachments, inReplyTo = null }: OutgoingMessage,
): Promise<Message> {
  await ctx.takeFromQuota("mails");
  ctx.update(thread, { status: "waiting", lastMessageAt: ctx.now });
  const message = ctx.insert(Message, {
    threadId: thread.id,
    direction: "outgoing",
    channel: thread.channel,
    from: from ?? ctx.config.MAIL_FROM,
    to,
    subject,
    body,
    attachments: attachments.map(({ id, name, contentType, sizeBytes }) => ({ id, name, contentType, sizeBytes })),
    status: "queued",
    inReplyTo,
    createdBy: ctx.caller.userId,
  });
  ctx.update(message, { messageIdHeader: messageIdHeader(message.id, ctx.config.MAIL_FROM) });
  return message;
}

/** Orders the workflow that hands a message over to the mail server. */
export function orderSending(ctx: ActionContext, thread: Thread, message: Message): void {
  ctx.start(sendMessage, { messageId: message.id, isNotification: false, projectId: thread.projectId });
}

/** The Message-ID that an answer in a thread refers to: that of the last message that has one; null if none has. */
export async function lastMessageIdOf(ctx: ActionContext, thread: Thread): Promise<string | null> {
  const [last] = await ctx.query<{ header: string }>(
    `select message_id_header as header from message
     where organization_id = $1 and thread_id = $2 and message_id_header is not null order by id desc limit 1`,
    thread.id,
  );
  return last?.header ?? null;
}
