import type { Config } from "../../config.js";
import { unprocessable } from "../../domain/errors.js";
import { type ChannelSettings, parseChannelSettings } from "../../domain/messages/channel-settings.js";
import type { Channel } from "../../domain/vocabulary.js";
import type { Queries } from "../database.js";
import { type OrganizationQuery, organizationQuery } from "../organization-query.js";
import { decryptSecret } from "../secrets.js";

type ServerConfig = Pick<Config, "SMTP_URL" | "MAILBOX_SMTP_PORT">;

/** A channel's settings, and what its messages come from; null: MAIL_FROM, or the number that the settings name. */
export interface OwnSettings<C extends Channel> {
  settings: ChannelSettings[C];
  from: string | null;
}

/** How an organization's messages on a channel leave. */
export type Way<C extends Channel = Channel> =
  | ({ by: "settings" } & OwnSettings<C>)
  /** nothing real is set: every channel goes there as mail does */
  | { by: "localMailbox"; smtpUrl: string }
  | { by: "nothing"; missing: string };

const needed: Record<Channel, string> = {
  email: "the organization's mail server: npm run admin -- channel set --channel email --smtp-url …",
  pec: "the organization's PEC mailbox: npm run admin -- channel set --channel pec --smtp-url …",
  whatsapp: "the organization's WhatsApp number: npm run admin -- channel set --channel whatsapp --phone-number-id …",
  sms: "the organization's SMS provider: npm run admin -- channel set --channel sms --provider twilio …",
};

/** What a channel that isn't set lacks, and where to set it. */
const missingChannel = (channel: Channel): string =>
  `The channel ${channel} isn't configured. What is missing: ${needed[channel]}, or the page /settings/channels.`;

/** The local mailbox's address; null where none runs. It runs only where SMTP_URL isn't set: npm start then gives its programs this one. */
const localMailbox = ({ MAILBOX_SMTP_PORT: port }: ServerConfig): string | null =>
  port === undefined ? null : `smtp://127.0.0.1:${port}`;

export type InstallationsWay = "server" | "localMailbox" | "nothing";

/**
 * By what a channel leaves that the organization hasn't set itself. Where it has set another one, or the installation has a mail server,
 * the product is in earnest: nothing may end in the local mailbox without a word.
 */
export function installationsWay(config: ServerConfig, hasChannels: boolean, channel: Channel): InstallationsWay {
  const mailbox = localMailbox(config);
  if (channel === "email" && config.SMTP_URL && !mailbox) return "server";
  if (hasChannels) return "nothing";
  if (mailbox) return "localMailbox";
  return channel === "email" ? "server" : "nothing";
}

/** What an organization may send by. */
export interface UsableChannels {
  has(channel: Channel): boolean;
  /**
   * What messages on a channel come from; null: MAIL_FROM.
   * @throws unprocessable for a channel that isn't configured, naming what is missing and where to set it
   */
  require(channel: Channel): string | null;
}

export async function usableChannels(query: OrganizationQuery, config: ServerConfig): Promise<UsableChannels> {
  const set = await query<{ channel: Channel; from: string | null }>(
    `select channel, from_address as "from" from mail_channel where organization_id = $1`,
  );
  const own = (channel: Channel) => set.find((one) => one.channel === channel);
  const has = (channel: Channel) =>
    own(channel) !== undefined || installationsWay(config, set.length > 0, channel) !== "nothing";
  return {
    has,
    require(channel) {
      if (!has(channel)) throw unprocessable(missingChannel(channel));
      return own(channel)?.from ?? null;
    },
  };
}

/** How an organization's messages on this channel leave. @throws Error for settings that can't be decrypted */
export async function wayOf<C extends Channel>(
  queries: Queries,
  config: Config,
  organizationId: string,
  channel: C,
): Promise<Way<C>> {
  const own = await ownSettings(queries, config, organizationId, channel);
  if (own) return { by: "settings", ...own };
  const query = organizationQuery(queries, organizationId);
  const others = await query("select channel from mail_channel where organization_id = $1 limit 1");
  const by = installationsWay(config, others.length > 0, channel);
  const smtpUrl = localMailbox(config);
  if (by === "localMailbox" && smtpUrl) return { by, smtpUrl };
  if (by === "server" && config.SMTP_URL)
    return { by: "settings", settings: parseChannelSettings(channel, { smtpUrl: config.SMTP_URL }), from: null };
  return { by: "nothing", missing: missingChannel(channel) };
}

/** What the organization has set for a channel; null: nothing. @throws Error for settings that can't be decrypted */
export async function ownSettings<C extends Channel>(
  queries: Queries,
  config: Config,
  organizationId: string,
  channel: C,
): Promise<OwnSettings<C> | null> {
  const [own] = await queries.query<{ from_address: string | null; settings: Buffer }>(
    "select from_address, settings from mail_channel where organization_id = $1 and channel = $2",
    [organizationId, channel],
  );
  if (!own) return null;
  return { settings: revealed(config, own.settings, organizationId, channel), from: own.from_address };
}

/** Decrypts stored settings. @throws Error for settings that can't be decrypted */
export function revealed<C extends Channel>(
  config: Config,
  stored: Buffer,
  organizationId: string,
  channel: C,
): ChannelSettings[C] {
  const text = decryptSecret(config, stored, "mail_channel.settings", organizationId, channel);
  return parseChannelSettings(channel, JSON.parse(text));
}

/** The installation's mail server. @throws Error if none is set */
export function installationsEmail({ SMTP_URL: smtpUrl }: ServerConfig): OwnSettings<"email"> {
  if (!smtpUrl) throw new Error("SMTP_URL is not set, and the organization has no mail server of its own.");
  return { settings: { smtpUrl }, from: null };
}
