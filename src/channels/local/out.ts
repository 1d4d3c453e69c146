import { whatsAppText } from "../../domain/markdown/chat-text.js";
import { messageIdHeader } from "../../domain/messages/mail.js";
import { textOfSms } from "../../domain/messages/sms.js";
import { shortened } from "../../domain/text/shortened.js";
import type { Channel } from "../../domain/vocabulary.js";
import type { OutgoingChannel } from "../channel.js";
import { prepareEmail } from "../mail/email.js";
import { attachmentsOf } from "../mail/mail-out.js";
import { oneLine } from "../server-words.js";

const maxSubjectChars = 60;

/** Names the channel of what the local mailbox keeps as mail. */
export const channelHeader = "X-Pratica-Channel";

/** What a chat's message is listed by: it has no subject. */
export const localSubject = (text: string): string => shortened(oneLine(text), maxSubjectChars);

/** A number as an address of the local mailbox. */
export const localAddress = (channel: Channel, number: string): string =>
  `${number.replace(/\D/g, "")}@${channel}.localhost`;

/**
 * A WhatsApp message or an SMS as the local mailbox keeps it, where nothing real is set: as mail to the number, under a header that names
 * the channel.
 */
export const localOut: OutgoingChannel<{ smtpUrl: string }> = {
  mayRepeat: true,
  serverOf: ({ smtpUrl }) => smtpUrl,
  async compose(sending) {
    const { unit, config, message, settings } = sending;
    const text = message.channel === "sms" ? textOfSms(message.body) : whatsAppText(message.body);
    const { name } = await unit.organization(message.organizationId);
    const { handOver } = await prepareEmail({
      smtpUrl: settings.smtpUrl,
      messageId: message.messageIdHeader ?? messageIdHeader(message.id, config.MAIL_FROM),
      from: { name, address: config.MAIL_FROM },
      envelopeFrom: config.MAIL_FROM,
      to: localAddress(message.channel, message.to),
      subject: localSubject(text),
      text,
      headers: {
        [channelHeader]: message.channel,
        ...(message.smsParts === null ? {} : { "X-Pratica-Parts": String(message.smsParts) }),
      },
      attachments: await attachmentsOf(sending),
    });
    return handOver;
  },
};
