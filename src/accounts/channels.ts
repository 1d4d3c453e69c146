import type { Config } from "../config.js";
import { encryptSecret } from "../db/secrets.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { orderWatchersOf } from "../db/watchers/order-watchers.js";
import { invalid, notFound } from "../domain/errors.js";
import {
  channelFaults,
  type GivenSettings,
  loginAddress,
  parseChannelSettings,
} from "../domain/messages/channel-settings.js";
import { isMail, type MailChannel } from "../domain/messages/mail.js";
import { type Channel, channels } from "../domain/vocabulary.js";
import { lockOrganization } from "./members/memberships.js";
import { optionName } from "./option-name.js";
import { parseWord } from "./parse-word.js";

export interface NewChannel {
  organizationId: string;
  channel: string;
  /** by the names of `settingNames`; all of them, since what was set before is replaced */
  given: GivenSettings;
}

/**
 * Sets what an organization sends by, and where its messages arrive. The settings hold passwords and tokens, so they are stored encrypted.
 * @throws invalid_input; not_found
 */
export async function setChannel(
  unit: UnitOfWork,
  config: Config,
  { organizationId, channel: word, given }: NewChannel,
) {
  const channel = parseWord("channel", channels, word);
  const [fault] = channelFaults(channel, given);
  if (fault) throw invalid(`--${optionName(fault.field)} ${fault.message}`);
  await lockOrganization(unit, organizationId);
  const { from, ...settings } = given;
  const fromAddress = from ?? (isMail(channel) ? await mailboxAddress(unit, organizationId, channel, given) : null);
  const encrypted = encryptSecret(config, JSON.stringify(settings), "mail_channel.settings", organizationId, channel);
  await unit.execute(
    `insert into mail_channel (organization_id, channel, from_address, settings, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (organization_id, channel) do update
     set from_address = excluded.from_address, settings = excluded.settings, updated_at = excluded.updated_at, login_refused_at = null, login_told_at = null`,
    [organizationId, channel, fromAddress, encrypted, unit.now],
  );
  unit.note({ record: "mail_channel", id: channel, op: "update", after: { fromAddress } });
  if (channel !== "email") await wakeWaiting(unit, organizationId, channel);
  return { organizationId, channel };
}

/** Has the messages tried at once that wait for the channel's password or token; of a chat the first one, whose outcome wakes the next. */
async function wakeWaiting(unit: UnitOfWork, organizationId: string, channel: Channel): Promise<void> {
  const waiting = await unit.query<{ table: string; id: string }>(
    `with queued as (select id, channel, thread_id from message
       where organization_id = $1 and channel = $2 and direction = 'outgoing' and status = 'queued' and handed_over_at is null),
     waiting as (select id from queued q
       where channel = 'pec' or not exists (select from queued e where e.thread_id = q.thread_id and e.id < q.id))
     select 'message' as "table", id from waiting
     union all select 'delivery', d.id from delivery d join waiting w on w.id = d.message_id where d.organization_id = $1`,
    [organizationId, channel],
  );
  await orderWatchersOf(unit, organizationId, waiting);
}

/** Takes a channel away; its messages can't be sent any more, and its mailbox isn't read. @throws invalid_input; not_found if it isn't set */
export async function unsetChannel(unit: UnitOfWork, { organizationId, channel: word }: Omit<NewChannel, "given">) {
  const channel = parseWord("channel", channels, word);
  const unset = await unit.execute("delete from mail_channel where organization_id = $1 and channel = $2 returning 1", [
    organizationId,
    channel,
  ]);
  if (unset.length === 0) throw notFound("channel", channel);
  unit.note({ record: "mail_channel", id: channel, op: "delete" });
  return { organizationId, channel };
}

/** What a mailbox sends from: itself, since a provider of PEC refuses any other sender, and many of e-mail do. */
async function mailboxAddress(
  unit: UnitOfWork,
  organizationId: string,
  channel: MailChannel,
  given: GivenSettings,
): Promise<string | null> {
  const login = loginAddress(parseChannelSettings(channel, given));
  return login ?? (channel === "pec" ? (await unit.organization(organizationId)).pec || null : null);
}
