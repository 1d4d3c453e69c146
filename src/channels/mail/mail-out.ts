import { type Message, refusedForNow } from "../../db/entities/message.js";
import { Thread } from "../../db/entities/thread.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { answersAddress, type ChannelSettings } from "../../domain/messages/channel-settings.js";
import { receiptTypeHeader } from "../../domain/messages/mail.js";
import { maxPecBytes } from "../../domain/messages/message-limits.js";
import { subjectWithToken } from "../../domain/messages/thread-tokens.js";
import { attachmentBytes } from "../attachment-bytes.js";
import type { OutgoingChannel, Sending } from "../channel.js";
import { HandOverError } from "../hand-over-error.js";
import { type EmailToHandOver, prepareEmail } from "./email.js";
import { framedMail } from "./mail-frame.js";
import { markdownContent } from "./mail-html.js";
import { plainContent } from "./mail-layout.js";

type MailSettings = ChannelSettings["email"];

/** Ordinary mail. */
export const emailOut: OutgoingChannel<MailSettings> = {
  mayRepeat: true,
  serverOf: ({ smtpUrl }) => smtpUrl,
  async compose(sending) {
    const { handOver } = await prepareEmail(await composeMail(sending));
    return handOver;
  },
};

/** Certified mail. Its provider takes it from the mailbox itself alone, and certifies the whole of it in the receipt of delivery. */
export const pecOut: OutgoingChannel<MailSettings> = {
  mayRepeat: false,
  serverOf: ({ smtpUrl }) => smtpUrl,
  async compose(sending) {
    const { replyTo: _, ...mail } = await composeMail(sending);
    const headers = { ...mail.headers, ...receiptTypeHeader };
    const { handOver, sizeBytes } = await prepareEmail({ ...mail, headers });
    if (sizeBytes > maxPecBytes)
      throw new HandOverError("refused", `larger than the ${maxPecBytes / 1_000_000} MB of a PEC`);
    return handOver;
  },
};

async function composeMail(sending: Sending<MailSettings>): Promise<EmailToHandOver> {
  const { unit, config, message, settings, from } = sending;
  const { organizationId } = message;
  const organization = await unit.organization(organizationId);
  const fromAddress = from ?? config.MAIL_FROM;
  const isNotice = message.threadId === null;
  const thread = await unit.find(Thread, organizationId, message.threadId);
  const token = thread?.token ?? null;
  const answersTo = token === null ? null : answersAddress(settings, from, token);
  const replyTo = answersTo ?? (isNotice ? null : organization.email);
  const { images, ...page } = await framedMail(unit, organization, {
    channel: message.channel,
    subject: message.subject ?? "",
    text: message.body,
    ...(isNotice
      ? { set: plainContent, footer: [`Avviso automatico di Pratica per ${organization.name}`] }
      : { set: markdownContent }),
  });
  return {
    smtpUrl: settings.smtpUrl,
    messageId: message.messageIdHeader ?? "",
    from: { name: isNotice ? "Pratica" : organization.name, address: fromAddress },
    envelopeFrom: fromAddress,
    to: message.to,
    cc: message.cc,
    ...(message.refusals ? { stillTo: refusedForNow(message.refusals) } : {}),
    ...(replyTo ? { replyTo } : {}),
    subject: token ? subjectWithToken(message.subject ?? "", token) : (message.subject ?? ""),
    text: message.body,
    ...(message.inReplyTo ? { inReplyTo: message.inReplyTo, references: await referencesOf(unit, message) } : {}),
    ...page,
    ...(isNotice ? { headers: { "Auto-Submitted": "auto-generated" } } : {}),
    attachments: [...(await attachmentsOf(sending)), ...images],
  };
}

/** A message's attachments with their bytes. @throws HandOverError, refused, if those of one are gone */
export async function attachmentsOf({ files, message }: Sending<unknown>): Promise<EmailToHandOver["attachments"]> {
  const attachments: EmailToHandOver["attachments"] = [];
  for (const { id, name, contentType } of message.attachments)
    attachments.push({
      filename: name,
      contentType,
      content: await attachmentBytes(files, message.organizationId, id),
    });
  return attachments;
}

/** How many messages a mail refers to besides the first. Some servers refuse longer headers. */
const maxReferences = 10;

/** The thread's messages that came before, the earliest first, and last the one that is answered (RFC 5322, 3.6.4). */
async function referencesOf(unit: UnitOfWork, { organizationId, id, threadId, inReplyTo }: Message): Promise<string[]> {
  const found = await unit.query<{ header: string; root: string | null }>(
    `select message_id_header as header, reference_ids ->> 0 as root from message
     where organization_id = $1 and thread_id = $2 and id < $3 and message_id_header is not null order by id`,
    [organizationId, threadId, id],
  );
  const [first] = found;
  const ids = found.map(({ header }) => header).filter((header) => header !== inReplyTo);
  const before = first ? [first.root ?? first.header, ...ids] : [];
  const [root, ...later] = new Set([...before, inReplyTo as string]);
  return [root as string, ...later.slice(-maxReferences)];
}
