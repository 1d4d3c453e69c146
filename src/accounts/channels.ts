import type { Config } from "../config.js";
import { encryptSecret } from "../db/secrets.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { invalid, unprocessable } from "../domain/errors.js";
import { isEmailAddress } from "../domain/mail.js";
import { channels } from "../domain/vocabulary.js";
import { parseWord } from "./parse-word.js";
import { lockOrganization } from "./people.js";

export interface NewChannel {
  organizationId: string;
  channel: string;
  /** `smtp://user:password@host:port`, or `smtps://…` */
  smtpUrl?: string;
  /** where answers arrive; stored, although this version reads no mail */
  imapUrl?: string;
  /** unset: MAIL_FROM */
  from?: string;
}

/**
 * Sets the mail server that an organization sends through. Its address holds a password, so it is stored encrypted.
 * @throws invalid_input; unprocessable for a channel that this version doesn't support; not_found
 */
export async function setChannel(unit: UnitOfWork, config: Config, newChannel: NewChannel) {
  const settings = parseSettings(newChannel);
  const { organizationId, channel } = newChannel;
  const fromAddress = newChannel.from ?? null;
  const encrypted = encryptSecret(config, JSON.stringify(settings), "mail_channel.settings", organizationId, channel);
  await lockOrganization(unit, organizationId);
  await unit.execute(
    `insert into mail_channel (organization_id, channel, from_address, settings, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (organization_id, channel) do update
     set from_address = excluded.from_address, settings = excluded.settings, updated_at = excluded.updated_at`,
    [organizationId, channel, fromAddress, encrypted, unit.now],
  );
  unit.note({ record: "mail_channel", id: channel, op: "update", after: { fromAddress } });
  return { organizationId, channel };
}

function parseSettings({ channel, smtpUrl, imapUrl, from }: NewChannel): { smtpUrl: string; imapUrl?: string } {
  if (parseWord("channel", channels, channel) !== "email")
    throw unprocessable(`The channel ${channel} can't be set: this version of Pratica sends by e-mail only.`);
  if (smtpUrl === undefined || !isMailUrl(smtpUrl, ["smtp:", "smtps:"]))
    throw invalid("The channel email needs --smtp-url smtp://[user:password@]host[:port], or smtps://…");
  if (imapUrl !== undefined && !isMailUrl(imapUrl, ["imap:", "imaps:"]))
    throw invalid("--imap-url is written imap://[user:password@]host[:port], or imaps://…");
  if (from !== undefined && !isEmailAddress(from)) throw invalid(`"${from}" is not an e-mail address.`);
  return { smtpUrl, ...(imapUrl === undefined ? {} : { imapUrl }) };
}

function isMailUrl(text: string, protocols: string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocols.includes(protocol) && hostname !== "";
}
