import type pg from "pg";
import type { Config } from "../config.js";
import { encryptSecret } from "../db/secrets.js";
import { invalid, notFound, unprocessable } from "../domain/errors.js";
import { isEmailAddress } from "../domain/mail.js";
import { channels } from "../domain/vocabulary.js";
import { checkedId, inCommand } from "./change.js";

export interface NewChannel {
  organizationId: string;
  channel: string;
  /** `smtp://user:password@host:port`, or `smtps://…` */
  smtpUrl?: string;
  /** where answers arrive; kept, though this version reads no mail */
  imapUrl?: string;
  /** unset: MAIL_FROM */
  from?: string;
}

/**
 * Sets the mail server that an organization sends through; its address holds a password, so it is stored encrypted.
 * @throws unprocessable for a channel that this version doesn't send by; invalid_input, not_found
 */
export async function setChannel(pool: pg.Pool, config: Config, wanted: NewChannel) {
  const settings = checkedSettings(wanted);
  const organizationId = checkedId("organization", wanted.organizationId);
  const fromAddress = wanted.from ?? null;
  return inCommand(pool, "set_channel", organizationId, async (change) => {
    const [organization] = await change.query("select from organization where id = $1", [organizationId]);
    if (!organization) throw notFound("organization", organizationId);
    await change.query(
      `insert into mail_channel (organization_id, channel, from_address, settings, updated_at) values ($1, $2, $3, $4, $5)
       on conflict (organization_id, channel) do update
       set from_address = excluded.from_address, settings = excluded.settings, updated_at = excluded.updated_at`,
      [organizationId, wanted.channel, fromAddress, encryptSecret(config, JSON.stringify(settings)), change.at],
    );
    change.note({ record: "mail_channel", id: wanted.channel, op: "update", after: { fromAddress } });
    return { organizationId, channel: wanted.channel };
  });
}

function checkedSettings({ channel, smtpUrl, imapUrl, from }: NewChannel): { smtpUrl: string; imapUrl?: string } {
  if (!channels.some((known) => known === channel))
    throw invalid(`There is no channel "${channel}"; the channels are ${channels.join(", ")}.`);
  if (channel !== "email")
    throw unprocessable(`The channel ${channel} can't be set: this version of Pratica sends by e-mail only.`);
  if (smtpUrl === undefined || !isMailUrl(smtpUrl, ["smtp:", "smtps:"]))
    throw invalid("The channel email needs --smtp-url smtp://[user:password@]host[:port], or smtps://…");
  if (imapUrl !== undefined && !isMailUrl(imapUrl, ["imap:", "imaps:"]))
    throw invalid("--imap-url is written imap://[user:password@]host[:port], or imaps://…");
  if (from !== undefined && !isEmailAddress(from)) throw invalid(`"${from}" is no e-mail address.`);
  return { smtpUrl, ...(imapUrl === undefined ? {} : { imapUrl }) };
}

function isMailUrl(text: string, protocols: string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocols.includes(protocol) && hostname !== "";
}
