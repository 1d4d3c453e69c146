import { z } from "zod";
import type { ChannelSettings } from "../../domain/channel-settings.js";
import { unmarkedText } from "../../domain/markdown/chat-text.js";
import { smsText } from "../../domain/sms.js";
import type { OutgoingChannel } from "../channel.js";
import { callProvider } from "../provider-call.js";

export const twilio = "https://api.twilio.com";

/** Twilio's answers; `code` is one of https://www.twilio.com/docs/api/errors. */
const taken = z.object({ sid: z.string(), status: z.string().default("") });
const refusal = z.object({ code: z.number().optional(), message: z.string() });

/** The text that an SMS has for a message written in Markdown. */
export const textOfSms = (body: string): string => smsText(unmarkedText(body));

/** The address at which Twilio tells how far a message came: it names the message, whose id at Twilio we may not know yet. */
export const smsWebhook = (baseUrl: string, organizationId: string): string =>
  `${baseUrl.replace(/\/$/, "")}/webhooks/sms/${organizationId}`;

/** SMS by Twilio. Its API has no key that makes a request safe to repeat. */
export const smsOut: OutgoingChannel<ChannelSettings["sms"]> = {
  mayRepeat: false,
  serverOf: ({ baseUrl = twilio }) => baseUrl,
  async compose({ config, message, settings, from }) {
    const { accountSid, authToken, baseUrl = twilio } = settings;
    const sender = from ?? "";
    const body = new URLSearchParams({
      To: message.to,
      ...(/^MG[0-9a-f]{32}$/.test(sender) ? { MessagingServiceSid: sender } : { From: sender.replaceAll(" ", "") }),
      Body: textOfSms(message.body),
      StatusCallback: `${smsWebhook(config.BASE_URL, message.organizationId)}?message=${message.id}`,
    });
    // A name keeps its spaces; those of a number are for reading.
    if (body.has("From") && /[A-Za-z]/.test(sender)) body.set("From", sender);
    return async () => {
      const answer = await callProvider(
        "Twilio",
        {
          url: `${baseUrl.replace(/\/$/, "")}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
          authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`,
          body,
        },
        (said) => {
          const { data } = refusal.safeParse(said);
          return data ? `${data.code ? `${data.code} ` : ""}${data.message}` : null;
        },
      );
      const { data } = taken.safeParse(answer);
      return { serverWords: data?.status ?? "", providerId: data?.sid ?? null };
    };
  },
};
