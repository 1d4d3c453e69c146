import { messageIdHeader } from "../domain/mail.js";
import { whatsAppText } from "../domain/markdown/chat-text.js";
import type { OutgoingChannel } from "./channel.js";
import { prepareEmail } from "./email.js";
import { attachmentsOf } from "./mail-out.js";
import { textOfSms } from "./sms/out.js";

/**
 * A WhatsApp message or an SMS as the local mailbox keeps it, where nothing real is set: as mail to the number, under a header that names
 * the channel.
 */
export const localOut: OutgoingChannel<{ smtpUrl: string }> = {
  mayRepeat: true,
  serverOf: ({ smtpUrl }) => smtpUrl,
  async compose(sending) {
    const { unit, config, message, settings } = sending;
    const { name } = await unit.organization(message.organizationId);
    const { handOver } = await prepareEmail({
      smtpUrl: settings.smtpUrl,
      messageId: message.messageIdHeader ?? messageIdHeader(message.id, config.MAIL_FROM),
      from: { name, address: config.MAIL_FROM },
      envelopeFrom: config.MAIL_FROM,
      to: `${message.to.replace(/\D/g, "")}@${message.channel}.localhost`,
      subject: message.subject ?? "",
      text: message.channel === "sms" ? textOfSms(message.body) : whatsAppText(message.body),
      headers: {
        "X-Pratica-Channel": message.channel,
        ...(message.smsParts === null ? {} : { "X-Pratica-Parts": String(message.smsParts) }),
      },
      attachments: await attachmentsOf(sending),
    });
    return handOver;
  },
};
