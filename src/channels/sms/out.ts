import { z } from "zod";
import type { Config } from "../../config.js";
import type { Message } from "../../db/entities/message.js";
import type { ChannelSettings } from "../../domain/messages/channel-settings.js";
import { textOfSms } from "../../domain/messages/sms.js";
import type { OutgoingChannel } from "../channel.js";
import { accountAt, addressAt } from "../providers/addresses.js";
import { callProvider, readTaken, type Said } from "../providers/provider-call.js";
import { canBeCalled, webhookAddress } from "../providers/webhook-address.js";

export const twilio = "https://api.twilio.com";

/** Twilio's answers; `code` is one of https://www.twilio.com/docs/api/errors. */
const taken = z.object({ sid: z.string(), status: z.string().default("") });
const refusal = z.object({ code: z.number().optional(), message: z.string() });
/** More messages wait for their turn from this number than Twilio keeps, which it answers with 400. */
const fullQueue = 21611;
/** The account's token is wrong or was replaced. */
const wrongLogin = 20003;

/** To the account itself, or to what belongs to it: `/Messages`. */
export function requestTo(settings: ChannelSettings["sms"], path = "") {
  const { baseUrl = twilio, accountSid } = settings;
  return {
    url: addressAt(baseUrl, `2010-04-01/Accounts/${encodeURIComponent(accountSid)}${path}.json`),
    authorization: loginOf(settings),
  };
}

/** The account's login, as a header has it. */
export const loginOf = ({ accountSid, authToken }: ChannelSettings["sms"]): string =>
  `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;

/** What Twilio says in an answer that is none of success; null: nothing. */
export function saidByTwilio(body: unknown): Said | null {
  const { data } = refusal.safeParse(body);
  if (!data) return null;
  const { code, message } = data;
  const words = [code, message].filter(Boolean).join(" ");
  return { words, isForNow: code === fullQueue, isLoginRefused: code === wrongLogin };
}

/** Whom SMS come from: a name keeps its spaces, those of a number are for reading. */
export const senderOf = (from: string | null): string =>
  from && /[A-Za-z]/.test(from) ? from : (from ?? "").replaceAll(" ", "");

/** Whether that is a messaging service of Twilio's, which has numbers of its own. */
export const isService = (sender: string): boolean => /^MG[0-9a-f]{32}$/.test(sender);

/** SMS by Twilio. Its API has no key that makes a request safe to repeat. */
export const smsOut: OutgoingChannel<ChannelSettings["sms"]> = {
  mayRepeat: false,
  serverOf: ({ baseUrl = twilio, accountSid }) => accountAt(baseUrl, accountSid),
  async compose({ config, message, settings, from }) {
    const sender = senderOf(from);
    const body = new URLSearchParams({
      To: message.to,
      ...(isService(sender) ? { MessagingServiceSid: sender } : { From: sender }),
      Body: textOfSms(message.body),
      ...statusCallback(config, settings, message),
    });
    return async () => {
      const answer = await callProvider("Twilio", { ...requestTo(settings, "/Messages"), body }, saidByTwilio);
      const { sid, status } = readTaken("Twilio", taken, answer);
      return { serverWords: status, providerId: sid };
    };
  },
};

/**
 * Where Twilio tells how far the message came. The address names the message, whose id at Twilio we may not know yet when Twilio calls.
 * With one that it can't reach, such as that of an office's computer, Twilio refuses the message (21609).
 */
const statusCallback = (
  { BASE_URL }: Config,
  { baseUrl = twilio }: ChannelSettings["sms"],
  { organizationId, id }: Message,
): { StatusCallback?: string } =>
  canBeCalled(BASE_URL, baseUrl)
    ? { StatusCallback: `${webhookAddress(BASE_URL, "sms", organizationId)}?message=${id}` }
    : {};
