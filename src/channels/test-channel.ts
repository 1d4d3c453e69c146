import { v7 as uuidv7 } from "uuid";
import type { Config } from "../config.js";
import { type Way, wayOf } from "../db/channel-settings.js";
import type { Database } from "../db/database.js";
import type { Organization } from "../db/entities/organization.js";
import { UnitOfWork } from "../db/unit-of-work.js";
import type { ChannelSettings } from "../domain/channel-settings.js";
import { isMail, messageIdHeader } from "../domain/mail.js";
import type { Channel } from "../domain/vocabulary.js";
import { prepareEmail } from "./email.js";
import { HandOverError } from "./hand-over-error.js";
import { MailboxFailure } from "./reader/mailbox-failure.js";
import { openMailbox } from "./reader/open-mailbox.js";
import * as sms from "./sms/out.js";
import * as whatsApp from "./whatsapp/out.js";

/** Whether a channel works, in words for people. */
export interface ChannelTest {
  ok: boolean;
  sending: string;
  receiving: string;
}

interface Found {
  ok: boolean;
  words: string;
}

const timeoutMs = 15_000;

/**
 * Tries an organization's channel: of mail a message goes to the organization's own address, and the mailbox is opened without marking
 * anything; of WhatsApp and SMS the provider is asked for the account, and nothing is sent.
 */
export async function testChannel(
  database: Database,
  config: Config,
  organizationId: string,
  channel: Channel,
): Promise<ChannelTest> {
  const unit = new UnitOfWork(database);
  const organization = await unit.organization(organizationId);
  const way = await wayOf(unit, config, organizationId, channel);
  if (way.by === "nothing") return { ok: false, sending: way.missing, receiving: "Nothing is set." };
  if (way.by === "localMailbox")
    return {
      ok: true,
      sending: "No channel is set: the local mailbox takes every message.",
      receiving: "Nothing is set.",
    };
  const [sending, receiving] = isMail(channel)
    ? await Promise.all([
        trySending(config, organization, channel, way as Own<"email">),
        tryReading(way as Own<"email">),
      ])
    : [await askProvider(way as Own<"whatsapp" | "sms">), webhook(config, organizationId, channel)];
  return { ok: sending.ok && receiving.ok, sending: sending.words, receiving: receiving.words };
}

type Own<C extends Channel> = Extract<Way<C>, { by: "settings" }>;

/** A PEC goes to its own mailbox: ordinary ones refuse it. */
async function trySending(
  config: Config,
  organization: Omit<Organization, "logo">,
  channel: "email" | "pec",
  { settings, from }: Own<"email">,
): Promise<Found> {
  const address = from ?? config.MAIL_FROM;
  const to = (channel === "email" && organization.email) || address;
  try {
    const { handOver } = await prepareEmail({
      smtpUrl: settings.smtpUrl,
      messageId: messageIdHeader(uuidv7(), config.MAIL_FROM),
      from: { name: organization.name, address },
      envelopeFrom: address,
      to,
      subject: "Messaggio di prova di Pratica",
      text: "Questo messaggio prova che Pratica può inviare da questa casella. Non occorre rispondere.\n",
      headers: { "Auto-Submitted": "auto-generated" },
      attachments: [],
    });
    return { ok: true, words: `A trial message to ${to} was taken: ${(await handOver()).serverWords}` };
  } catch (error) {
    if (error instanceof HandOverError)
      return { ok: false, words: `A trial message to ${to} was not taken: ${error.serverWords}` };
    throw error;
  }
}

async function tryReading({ settings: { imapUrl } }: Own<"email">): Promise<Found> {
  if (imapUrl === undefined) return { ok: true, words: "No mailbox is read: its address (imapUrl) isn't set." };
  try {
    const { client, name } = await openMailbox(imapUrl);
    const count = client.mailbox ? client.mailbox.exists : 0;
    client.close();
    return {
      ok: true,
      words: `The mailbox ${name} was opened: it holds ${count} ${count === 1 ? "message" : "messages"}.`,
    };
  } catch (error) {
    if (error instanceof MailboxFailure) return { ok: false, words: `The mailbox can't be read: ${error.words}` };
    throw error;
  }
}

/** What tells whether the credentials are right, and changes nothing. */
const accountRequest = (settings: ChannelSettings["whatsapp"] | ChannelSettings["sms"]) =>
  "phoneNumberId" in settings ? whatsApp.requestTo(settings) : sms.requestTo(settings);

async function askProvider({ settings }: Own<"whatsapp" | "sms">): Promise<Found> {
  const { url, authorization } = accountRequest(settings);
  const { host } = new URL(url);
  try {
    const { status, ok } = await fetch(url, {
      headers: { authorization },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return ok
      ? { ok, words: `${host} knows the account; nothing was sent.` }
      : { ok, words: `${host} refuses the account with status ${status}: check its id and its token.` };
  } catch (error) {
    // The only failures of fetch: no connection, no answer in time, a redirect.
    const { name, message, cause } = error as Error;
    if (name !== "TypeError" && name !== "TimeoutError") throw error;
    const reason = (cause as Error | undefined)?.message || message;
    return { ok: false, words: `${host} can't be reached: ${reason}` };
  }
}

const webhook = ({ BASE_URL }: Config, organizationId: string, channel: Channel): Found => ({
  ok: true,
  words: `Messages arrive at ${BASE_URL}/webhooks/${channel}/${organizationId}, once the provider has this address.`,
});
