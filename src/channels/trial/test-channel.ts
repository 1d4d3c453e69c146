import type { Config } from "../../config.js";
import { wayOf } from "../../db/channels/channel-settings.js";
import type { Database } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import { UnitOfWork } from "../../db/unit-of-work.js";
import { minuteMs } from "../../domain/calendar/durations.js";
import type { BilingualText, Language } from "../../domain/language.js";
import { answersAddress } from "../../domain/messages/channel-settings.js";
import { isMail, type MailChannel, messageIdHeader } from "../../domain/messages/mail.js";
import { replyToken } from "../../domain/messages/thread-tokens.js";
import type { Channel } from "../../domain/vocabulary.js";
import { Files } from "../../files/files.js";
import { inItalian } from "../italian-failures.js";
import { prepareEmail } from "../mail/email.js";
import { framedMail } from "../mail/mail-frame.js";
import { plainContent } from "../mail/mail-layout.js";
import { MailboxFailure } from "../reader/mailbox-failure.js";
import { openMailbox } from "../reader/open-mailbox.js";
import { askProvider, tryChat, webhook } from "./test-chat.js";
import { type OwnWay, type TrialOutcome, tryHandOver } from "./try-hand-over.js";

/** Whether a channel works, in words for people. */
export interface ChannelTest {
  ok: boolean;
  sending: string;
  receiving: string;
}

/**
 * Tries an organization's channel: of mail a message goes to the organization's own address, and the mailbox is opened without marking
 * anything; by WhatsApp and SMS one goes to a phone.
 * @param language of the words; what servers say stays as it is
 * @param phone as a person writes it; without one nothing is sent by WhatsApp or SMS, and the provider is asked for the account
 * @param answerMs how long a mail server may take over an answer: somebody waits for this page, as nobody does for other messages
 */
export async function testChannel(
  database: Database,
  config: Config,
  organizationId: string,
  channel: Channel,
  { language = "en", phone = "", answerMs = minuteMs }: { language?: Language; phone?: string; answerMs?: number } = {},
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
        trySending(unit, config, { organizationId, channel, answerMs }, way as OwnWay<"email">),
        tryReading(way as OwnWay<"email">, answerMs),
      ])
    : await Promise.all([
        phone.trim() === ""
          ? askProvider(way as OwnWay<"whatsapp" | "sms">)
          : tryChat({ unit, config, files: new Files(database, config) }, { organizationId, channel, phone }),
        webhook(config, { organizationId, channel }, way as OwnWay<"whatsapp" | "sms">),
      ]);
  return { ok: sending.ok && receiving.ok, sending: sending.words[language], receiving: receiving.words[language] };
}

const notSet: BilingualText = { en: "Nothing is set.", it: "Non è impostato nulla." };
const localMailbox: BilingualText = {
  en: "No channel is set: the local mailbox takes every message.",
  it: "Nessun canale è impostato: ogni messaggio va nella casella locale.",
};

const trialText = "Questo messaggio prova che Pratica può inviare da questa casella. Non occorre rispondere.\n";

/** Stands where the token of a thread stands in the address that answers go to. */
const trialToken = "messaggiodiprova";
const ifMissing = {
  refused: {
    en: "Answers go to such addresses: choose the plain one (--reply-address plain), or they are lost.",
    it: "Le risposte vanno a indirizzi così fatti: per non perderle scegli l'indirizzo semplice.",
  },
  taken: {
    en: "Answers go to such addresses: if this one doesn't arrive in the mailbox, choose the plain one (--reply-address plain).",
    it: "Le risposte vanno a indirizzi così fatti: se questo messaggio non arriva nella casella, scegli l'indirizzo semplice.",
  },
} satisfies Record<string, BilingualText>;

/**
 * A PEC goes to its own mailbox: ordinary ones refuse it. Where answers go to addresses with a tag, a second message goes to one, since
 * some providers deliver nothing to them, and whose answer is lost is told to the client alone.
 */
async function trySending(
  unit: UnitOfWork,
  config: Config,
  { organizationId, channel, answerMs }: { organizationId: string; channel: MailChannel; answerMs: number },
  { settings, from }: OwnWay<"email">,
): Promise<TrialOutcome> {
  const organization = await unit.organization(organizationId);
  const address = from ?? config.MAIL_FROM;
  const to = (channel === "email" && organization.email) || address;
  const subject = "Messaggio di prova di Pratica";
  const content = { channel, subject, text: trialText, set: plainContent };
  const { images, ...page } = await framedMail(unit, organization, content);
  const trial = (to: string): Promise<TrialOutcome> =>
    tryHandOver(to, async () => {
      const { handOver } = await prepareEmail({
        smtpUrl: settings.smtpUrl,
        messageId: messageIdHeader(newId(), config.MAIL_FROM),
        from: { name: organization.name, address },
        envelopeFrom: address,
        to,
        subject,
        text: trialText,
        ...page,
        headers: { "Auto-Submitted": "auto-generated" },
        attachments: images,
        answerMs,
      });
      return handOver;
    });
  const sent = await trial(to);
  const answersTo = channel === "email" ? answersAddress(settings, from, trialToken) : null;
  if (!sent.ok || answersTo === null || replyToken(answersTo) === null) return sent;
  const { ok, words } = await trial(answersTo);
  const advice = ifMissing[ok ? "taken" : "refused"];
  const all = (language: Language) => [sent.words, words, advice].map((one) => one[language]).join(" ");
  return { ok, words: { en: all("en"), it: all("it") } };
}

const notRead: BilingualText = {
  en: "No mailbox is read: its address (incoming server) isn't set.",
  it: "Nessuna casella viene letta: il suo indirizzo (server in arrivo) non è impostato.",
};

async function tryReading({ settings: { imapUrl } }: OwnWay<"email">, answerMs: number): Promise<TrialOutcome> {
  if (imapUrl === undefined) return { ok: true, words: notRead };
  try {
    const { client, name } = await openMailbox(imapUrl, undefined, answerMs);
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
