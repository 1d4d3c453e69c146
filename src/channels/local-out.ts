import { messageIdHeader } from "../domain/mail.js";
import type { OutgoingChannel } from "./channel.js";
import { prepareEmail } from "./email.js";

/**
 * A WhatsApp message or an SMS as the local mailbox keeps it, where nothing real is set: as mail to the number, under a header that names
 * the channel.
 */
export const localOut: OutgoingChannel<{ smtpUrl: string }> = {
  mayRepeat: true,
  serverOf: ({ smtpUrl }) => smtpUrl,
  async compose({ unit, config, message, settings }) {
    const { name } = await unit.organization(message.organizationId);
    const { handOver } = await prepareEmail({
      smtpUrl: settings.smtpUrl,
      messageId: message.messageIdHeader ?? messageIdHeader(message.id, config.MAIL_FROM),
      from: { name, address: config.MAIL_FROM },
      envelopeFrom: config.MAIL_FROM,
      to: `${message.to.replace(/\D/g, "")}@${message.channel}.localhost`,
      subject: message.subject ?? "",
      text: message.body,
      headers: { "X-Pratica-Channel": message.channel },
      attachments: [],
    });
    return handOver;
  },
};
