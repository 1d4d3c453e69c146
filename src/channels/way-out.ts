import { installationsEmail, ownSettings, wayOf } from "../db/channels/channel-settings.js";
import { loginRestMs } from "../db/channels/login-rest.js";
import type { Message } from "../db/entities/message.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import type { ChannelSettings } from "../domain/messages/channel-settings.js";
import type { Channel } from "../domain/vocabulary.js";
import type { HandedOver, OutgoingChannel, Sending } from "./channel.js";
import { localOut } from "./local/out.js";
import { emailOut, pecOut } from "./mail/mail-out.js";
import { smsOut } from "./sms/out.js";
import { whatsAppOut } from "./whatsapp/out.js";

/** How each channel hands its messages over that an organization must set; e-mail leaves by the installation's server too. */
const channelsOut: { [C in Exclude<Channel, "email">]: OutgoingChannel<ChannelSettings[C]> } = {
  pec: pecOut,
  whatsapp: whatsAppOut,
  sms: smsOut,
};

/** The way of one message. */
export interface WayOut {
  mayRepeat: boolean;
  /** messages to one server share its slots */
  server: string;
  /** the local mailbox stands for the provider */
  isLocal: boolean;
  /** where the server refuses the login, the next attempt leaves by another one */
  hasOther: boolean;
  /** Reads what the message needs, and returns what hands it over, once. @throws HandOverError, as the function does */
  compose(): Promise<() => Promise<HandedOver>>;
}

/**
 * Finds how a message leaves.
 * @returns why it can't: its channel isn't set any more
 * @throws Error if there is no mail server at all, or settings can't be decrypted: the message waits
 */
export async function wayOut(
  unit: UnitOfWork,
  { config, files }: Pick<Sending<unknown>, "config" | "files">,
  message: Message,
): Promise<WayOut | { missing: string }> {
  const { organizationId, channel } = message;
  const parts = { unit, config, files, message };
  if (channel === "email") return emailWay(parts);
  const way = await wayOf(unit, config, organizationId, channel);
  if (way.by === "nothing") return { missing: `the channel ${channel} isn't configured` };
  if (way.by === "localMailbox") {
    const sending = { ...parts, settings: { smtpUrl: way.smtpUrl }, from: null };
    return { ...bound(channel === "pec" ? pecOut : localOut, sending), mayRepeat: true, isLocal: true };
  }
  const { settings, from } = way;
  return bound(channelsOut[channel] as OutgoingChannel<unknown>, { ...parts, settings, from });
}

/**
 * E-mail leaves by the organization's own server, or else by the installation's. So does a notice while the own one refuses the login: else
 * nobody would learn of a deadline, nor of that password.
 */
async function emailWay(parts: Omit<Sending<unknown>, "settings" | "from">): Promise<WayOut> {
  const { unit, config, message } = parts;
  const { organizationId, channel, threadId } = message;
  const own = await ownSettings(unit, config, organizationId, "email");
  const hasOther = own !== null && threadId === null && config.SMTP_URL !== undefined;
  if (own && !(hasOther && (await loginRestMs(unit, organizationId, channel)) > 0))
    return { ...bound(emailOut, { ...parts, ...own }), hasOther };
  return bound(emailOut, { ...parts, ...installationsEmail(config) });
}

const bound = <S>(out: OutgoingChannel<S>, sending: Sending<S>): WayOut => ({
  mayRepeat: out.mayRepeat,
  server: out.serverOf(sending.settings),
  isLocal: false,
  hasOther: false,
  compose: () => out.compose(sending),
});
