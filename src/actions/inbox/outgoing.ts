import { z } from "zod";
import { sendMessage } from "../../contracts/send-message.js";
import { usableChannels as findChannels, type UsableChannels } from "../../db/channels/channel-settings.js";
import { newThreadToken } from "../../db/channels/thread-token.js";
import { attachmentOf, Message } from "../../db/entities/message.js";
import { StoredFile } from "../../db/entities/stored-file.js";
import type { Thread } from "../../db/entities/thread.js";
import { isMail, messageIdHeader } from "../../domain/messages/mail.js";
import { withParticipants } from "../../domain/messages/participants.js";
import { smsParts, textOfSms } from "../../domain/messages/sms.js";
import type { Channel } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";
import { requireInSight } from "../files/exports-in-sight.js";
import { id } from "../schemas.js";
import { threadAddress } from "./addresses.js";

/** What the organization may send by. */
export const usableChannels = (ctx: ActionContext): Promise<UsableChannels> => findChannels(ctx.query, ctx.config);

/** What the channel's messages come from. @throws unprocessable for a channel that isn't configured, naming what is missing */
export const requireChannel = async (ctx: ActionContext, channel: Channel): Promise<string | null> =>
  (await usableChannels(ctx)).require(channel);

export const attachmentFileIds = z.array(id("a file")).describe("ids of stored files to attach").optional();

/** The stored files to attach. @throws not_found for an unknown one */
export async function loadAttachments(ctx: ActionContext, ids: string[] = []): Promise<StoredFile[]> {
  // The letters of an id may be large or small.
  const distinct = new Map(ids.map((id) => [id.toLowerCase(), id]));
  const files = new Map<string, StoredFile>();
  // Locked, so that none is deleted before the message has it; by all in the same order.
  for (const [key, id] of [...distinct].toSorted())
    files.set(key, await ctx.lock(StoredFile, { attachmentFileIds: id }));
  for (const file of files.values()) await requireInSight(ctx, "attachmentFileIds", file);
  return [...distinct.keys()].map((key) => files.get(key) as StoredFile);
}

export interface OutgoingMessage {
  to: string;
  /** whose address that is, where it is known */
  toName?: string | null;
  subject: string | null;
  body: string;
  attachments: StoredFile[];
  /** what `requireChannel` says that the channel's messages come from */
  from: string | null;
  /** the Message-ID of the message that it answers */
  inReplyTo?: string | null;
  /** further recipients; of mail alone */
  cc?: string[];
}

/** Adds a message to a thread, mail with its Message-ID; the thread then waits for an answer. A workflow must be ordered that hands it over. @throws quota_exceeded */
export async function writeMessage(
  ctx: ActionContext,
  thread: Thread,
  { from, to, toName = null, subject, body, attachments, inReplyTo = null, cc = [] }: OutgoingMessage,
): Promise<Message> {
  await ctx.takeFromQuota("mails");
  const token = thread.token ?? newThreadToken();
  const reached = [{ name: toName, address: threadAddress(thread.channel, to) }];
  const participants = withParticipants(thread.participants, reached);
  ctx.update(thread, { status: "waiting", lastMessageAt: ctx.now, unread: 0, token, participants });
  const message = ctx.insert(Message, {
    threadId: thread.id,
    direction: "outgoing",
    channel: thread.channel,
    from: from ?? (isMail(thread.channel) ? ctx.config.MAIL_FROM : null),
    to,
    cc,
    subject,
    body,
    attachments: attachments.map(attachmentOf),
    smsParts: thread.channel === "sms" ? smsParts(textOfSms(body)) : null,
    status: "queued",
    inReplyTo,
    createdBy: ctx.caller.userId,
  });
  if (isMail(thread.channel))
    ctx.update(message, { messageIdHeader: messageIdHeader(message.id, ctx.config.MAIL_FROM) });
  return message;
}

/** Orders the workflow that hands a message over to the mail server. */
export function orderSending(ctx: ActionContext, thread: Thread, message: Message): void {
  ctx.start(sendMessage, { messageId: message.id, isNotice: false, projectId: thread.projectId });
}

/**
 * The Message-ID that what is written in a thread answers: that of the other side's last message, else of our own, else of what a program
 * sent; null if none has one.
 */
export async function lastMessageIdOf(ctx: ActionContext, thread: Thread): Promise<string | null> {
  const [last] = await ctx.query<{ header: string }>(
    `select message_id_header as header from message
     where organization_id = $1 and thread_id = $2 and message_id_header is not null
     order by direction = 'incoming' and automatic is null desc, direction = 'outgoing' desc, id desc limit 1`,
    thread.id,
  );
  return last?.header ?? null;
}
