import { v7 as uuidv7 } from "uuid";
import type { Config } from "../config.js";
import { type Way, wayOf } from "../db/channel-settings.js";
import type { Database } from "../db/database.js";
import { UnitOfWork } from "../db/unit-of-work.js";
import type { ChannelSettings } from "../domain/channel-settings.js";
import { isMail, messageIdHeader } from "../domain/mail.js";
import type { Channel } from "../domain/vocabulary.js";
import { prepareEmail } from "./email.js";
import { HandOverError } from "./hand-over-error.js";
import { inItalian } from "./italian-failures.js";
import { firmLines, logoCid, logoOf } from "./mail-frame.js";
import { mailPage, plainContent, preheaderOf } from "./mail-layout.js";
import { MailboxFailure } from "./reader/mailbox-failure.js";
import { openMailbox } from "./reader/open-mailbox.js";
import * as sms from "./sms/out.js";
import { webhookAddress } from "./webhook-address.js";
import * as whatsApp from "./whatsapp/out.js";

/** Whether a channel works, in words for people. */
export interface ChannelTest {
  ok: boolean;
  sending: string;
  receiving: string;
}

interface Words {
  en: string;
  it: string;
}

interface Found {
  ok: boolean;
  words: Words;
}

const timeoutMs = 15_000;

/**
 * Tries an organization's channel: of mail a message goes to the organization's own address, and the mailbox is opened without marking
 * anything; of WhatsApp and SMS the provider is asked for the account, and nothing is sent.
 * @param language of the words; what servers say stays as it is
 */
export async function testChannel(
  database: Database,
  config: Config,
  organizationId: string,
  channel: Channel,
  language: keyof Words = "en",
): Promise<ChannelTest> {
  const unit = new UnitOfWork(database);
  const way = await wayOf(unit, config, organizationId, channel);
  if (way.by === "nothing")
    return {
      ok: false,
      sending: { en: way.missing, it: "Il canale non è impostato." }[language],
      receiving: notSet[language],
    };
  if (way.by === "localMailbox") return { ok: true, sending: localMailbox[language], receiving: notSet[language] };
  const [sending, receiving] = isMail(channel)
    ? await Promise.all([
        trySending(unit, config, { organizationId, channel }, way as Own<"email">),
        tryReading(way as Own<"email">),
      ])
    : [await askProvider(way as Own<"whatsapp" | "sms">), webhook(config, organizationId, channel)];
  return { ok: sending.ok && receiving.ok, sending: sending.words[language], receiving: receiving.words[language] };
}

const notSet: Words = { en: "Nothing is set.", it: "Non è impostato nulla." };
const localMailbox: Words = {
  en: "No channel is set: the local mailbox takes every message.",
  it: "Nessun canale è impostato: ogni messaggio va nella casella locale.",
};

type Own<C extends Channel> = Extract<Way<C>, { by: "settings" }>;

const trialText = "Questo messaggio prova che Pratica può inviare da questa casella. Non occorre rispondere.\n";

/** A PEC goes to its own mailbox: ordinary ones refuse it. */
async function trySending(
  unit: UnitOfWork,
  config: Config,
  { organizationId, channel }: { organizationId: string; channel: "email" | "pec" },
  { settings, from }: Own<"email">,
): Promise<Found> {
  const organization = await unit.organization(organizationId);
  const address = from ?? config.MAIL_FROM;
  const to = (channel === "email" && organization.email) || address;
  const logo = channel === "pec" ? [] : await logoOf(unit, organizationId);
  const html = mailPage(plainContent(trialText), {
    firm: organization.name,
    footer: firmLines(organization),
    logoCid: logo.length > 0 ? logoCid : undefined,
    preheader: preheaderOf(trialText),
  });
  try {
    const { handOver } = await prepareEmail({
      smtpUrl: settings.smtpUrl,
      messageId: messageIdHeader(uuidv7(), config.MAIL_FROM),
      from: { name: organization.name, address },
      envelopeFrom: address,
      to,
      subject: "Messaggio di prova di Pratica",
      text: trialText,
      ...html,
      headers: { "Auto-Submitted": "auto-generated" },
      attachments: html.html ? logo : [],
    });
    const { serverWords } = await handOver();
    const en = `A trial message to ${to} was taken: ${serverWords}`;
    return { ok: true, words: { en, it: `Un messaggio di prova a ${to} è stato accettato: ${serverWords}` } };
  } catch (error) {
    if (!(error instanceof HandOverError)) throw error;
    const { serverWords } = error;
    const en = `A trial message to ${to} was not taken: ${serverWords}`;
    return {
      ok: false,
      words: { en, it: `Un messaggio di prova a ${to} non è stato accettato: ${inItalian(serverWords)}` },
    };
  }
}

const notRead: Words = {
  en: "No mailbox is read: its address (imapUrl) isn't set.",
  it: "Nessuna casella viene letta: il suo indirizzo (server in arrivo) non è impostato.",
};

async function tryReading({ settings: { imapUrl } }: Own<"email">): Promise<Found> {
  if (imapUrl === undefined) return { ok: true, words: notRead };
  try {
    const { client, name } = await openMailbox(imapUrl);
    const count = client.mailbox ? client.mailbox.exists : 0;
    client.close();
    const en = `The mailbox ${name} was opened: it holds ${count} ${count === 1 ? "message" : "messages"}.`;
    const it = `La casella ${name} è stata aperta: contiene ${count} ${count === 1 ? "messaggio" : "messaggi"}.`;
    return { ok: true, words: { en, it } };
  } catch (error) {
    if (!(error instanceof MailboxFailure)) throw error;
    const en = `The mailbox can't be read: ${error.words}`;
    return { ok: false, words: { en, it: `La casella non si può leggere: ${inItalian(error.words)}` } };
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
    const en = ok
      ? `${host} knows the account; nothing was sent.`
      : `${host} refuses the account with status ${status}: check its id and its token.`;
    const it = ok
      ? `${host} riconosce l'account; non è stato inviato nulla.`
      : `${host} rifiuta l'account con lo stato ${status}: controlla il suo id e il suo token.`;
    return { ok, words: { en, it } };
  } catch (error) {
    // The only failures of fetch: no connection, no answer in time, a redirect.
    const { name, message, cause } = error as Error;
    if (name !== "TypeError" && name !== "TimeoutError") throw error;
    const reason = (cause as Error | undefined)?.message || message;
    const words = { en: `${host} can't be reached: ${reason}`, it: `${host} non è raggiungibile: ${reason}` };
    return { ok: false, words };
  }
}

function webhook({ BASE_URL }: Config, organizationId: string, channel: "whatsapp" | "sms"): Found {
  const url = webhookAddress(BASE_URL, channel, organizationId);
  const en = `Messages arrive at ${url}, once the provider has this address.`;
  return { ok: true, words: { en, it: `I messaggi arrivano a ${url}, quando il fornitore conosce questo indirizzo.` } };
}
