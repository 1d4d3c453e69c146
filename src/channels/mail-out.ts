import type { Message } from "../db/entities/message.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import type { ChannelSettings } from "../domain/channel-settings.js";
import { maxPecBytes } from "../domain/message-limits.js";
import { BytesMissing } from "../files/file-store.js";
import type { Files } from "../files/files.js";
import type { OutgoingChannel, Sending } from "./channel.js";
import { type EmailToHandOver, prepareEmail } from "./email.js";
import { HandOverError } from "./hand-over-error.js";
import { mailHtml } from "./mail-html.js";

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
    const headers = { ...mail.headers, "X-TipoRicevuta": "completa" };
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
  return {
    smtpUrl: settings.smtpUrl,
    messageId: message.messageIdHeader ?? "",
    from: { name: isNotice ? "Pratica" : organization.name, address: fromAddress },
    envelopeFrom: fromAddress,
    to: message.to,
    ...(organization.email && !isNotice ? { replyTo: organization.email } : {}),
    subject: message.subject ?? "",
    text: message.body,
    ...(message.inReplyTo ? { inReplyTo: message.inReplyTo, references: await referencesOf(unit, message) } : {}),
    ...(isNotice ? {} : mailHtml(message.body)),
    ...(isNotice ? { headers: { "Auto-Submitted": "auto-generated" } } : {}),
    attachments: await attachmentsOf(sending),
  };
}

/** A message's attachments with their bytes. @throws HandOverError, refused, if those of one are gone */
export async function attachmentsOf({ files, message }: Sending<unknown>): Promise<EmailToHandOver["attachments"]> {
  const attachments: EmailToHandOver["attachments"] = [];
  for (const { id, name, contentType } of message.attachments)
    attachments.push({ filename: name, contentType, content: await bytesOf(files, message.organizationId, id) });
  return attachments;
}

async function bytesOf(files: Files, organizationId: string, fileId: string): Promise<Buffer> {
  try {
    return await files.read(organizationId, fileId);
  } catch (error) {
    if (!(error instanceof BytesMissing)) throw error;
    throw new HandOverError("refused", "an attachment isn't stored any more");
  }
}

/** How many earlier messages a mail refers to at most. */
const maxReferences = 20;

/** The messages that a message goes back to, the earliest first: what it answers, what that answered (RFC 5322, 3.6.4). */
async function referencesOf(unit: UnitOfWork, { organizationId, inReplyTo }: Message): Promise<string[]> {
  const found = await unit.query<{ header: string }>(
    `with recursive answered (header, parent, depth) as (
       select message_id_header, in_reply_to, 1 from message where organization_id = $1 and message_id_header = $2
       union all
       select m.message_id_header, m.in_reply_to, depth + 1 from answered
         join message m on m.organization_id = $1 and m.message_id_header = answered.parent where depth < $3
     ) select header from answered order by depth desc`,
    [organizationId, inReplyTo, maxReferences],
  );
  // What it answers may have been deleted since.
  return found.length > 0 ? found.map(({ header }) => header) : [inReplyTo as string];
}
