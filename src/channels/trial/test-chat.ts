import type { Config } from "../../config.js";
import { Message } from "../../db/entities/message.js";
import { newId } from "../../db/new-id.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { phoneIn } from "../../domain/contacts/phone.js";
import type { BilingualText } from "../../domain/language.js";
import type { ChannelSettings } from "../../domain/messages/channel-settings.js";
import type { Files } from "../../files/files.js";
import { HandOverError } from "../hand-over-error.js";
import { inItalian } from "../italian-failures.js";
import { callProvider } from "../providers/provider-call.js";
import { appSecretProof } from "../providers/signatures.js";
import { canBeCalled, webhookAddress } from "../providers/webhook-address.js";
import * as sms from "../sms/out.js";
import { wayOut } from "../way-out.js";
import * as whatsApp from "../whatsapp/out.js";
import { saidByMeta } from "../whatsapp/refusal.js";
import { type OwnWay, type TrialOutcome, tryHandOver } from "./try-hand-over.js";

const timeoutMs = 15_000;
const trialText = "Messaggio di prova di Pratica: non occorre rispondere.";

interface Trial {
  organizationId: string;
  channel: "whatsapp" | "sms";
  /** as a person writes it */
  phone: string;
}

/** Sends a message to a phone as every message leaves: by WhatsApp freely within its window, else by the template that is set. */
export async function tryChat(
  parts: { unit: UnitOfWork; config: Config; files: Files },
  { organizationId, channel, phone }: Trial,
): Promise<TrialOutcome> {
  const to = phoneIn(phone)?.number;
  if (to === undefined)
    return {
      ok: false,
      words: {
        en: "Nothing was sent: this is no phone number. Write it as +39 333 1234567.",
        it: "Non è stato inviato nulla: non è un numero di telefono. Scrivilo come +39 333 1234567.",
      },
    };
  const message = Object.assign(new Message(), {
    id: newId(),
    organizationId,
    channel,
    to,
    body: trialText,
    attachments: [],
  });
  const way = await wayOut(parts.unit, parts, message);
  if ("missing" in way) return { ok: false, words: { en: way.missing, it: inItalian(way.missing) } };
  return tryHandOver(to, way.compose);
}

const accountRequest = (settings: ChannelSettings["whatsapp"] | ChannelSettings["sms"]) =>
  "phoneNumberId" in settings ? whatsApp.requestTo(settings) : sms.requestTo(settings);

/** Asks the provider for the account, and sends nothing. */
export async function askProvider({ settings }: OwnWay<"whatsapp" | "sms">): Promise<TrialOutcome> {
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

/** Where the provider must call for what arrives, and whether we would know that it is the provider. */
export async function webhook(
  { BASE_URL }: Config,
  { organizationId, channel }: { organizationId: string; channel: "whatsapp" | "sms" },
  { settings }: OwnWay<"whatsapp" | "sms">,
): Promise<TrialOutcome> {
  if ("appSecret" in settings && (await isOtherSecret(settings)))
    return {
      ok: false,
      words: {
        en: "Nothing arrives, and no states of messages: the app secret isn't that of the app whose access token this is.",
        it: "Non arriva nulla, nemmeno lo stato dei messaggi: la chiave segreta non è quella dell'app a cui appartiene il token.",
      },
    };
  if (!canBeCalled(BASE_URL, accountRequest(settings).url))
    return {
      ok: true,
      words:
        "accountSid" in settings
          ? fetchedAlone(BASE_URL)
          : {
              en: `Nothing arrives, and no states of messages: the provider can't reach ${BASE_URL}. Set BASE_URL to an address of the internet.`,
              it: `Non arriva nulla, nemmeno lo stato dei messaggi: il fornitore non può raggiungere ${BASE_URL}. Imposta come BASE_URL un indirizzo pubblico.`,
            },
    };
  const url = webhookAddress(BASE_URL, channel, organizationId);
  const en = `Messages arrive at ${url}, once the provider has this address.`;
  return { ok: true, words: { en, it: `I messaggi arrivano a ${url}, quando il fornitore conosce questo indirizzo.` } };
}

/** What Twilio can't post is asked for. */
const fetchedAlone = (baseUrl: string): BilingualText => ({
  en: `Messages to the number arrive within minutes, but not the states of those that are sent: the provider can't reach ${baseUrl}. Set BASE_URL to an address of the internet.`,
  it: `I messaggi al numero arrivano entro pochi minuti, ma non lo stato di quelli inviati: il fornitore non può raggiungere ${baseUrl}. Imposta come BASE_URL un indirizzo pubblico.`,
});

/** Whether Meta says that the app's secret, by which it signs what it posts, is another one. */
async function isOtherSecret(settings: ChannelSettings["whatsapp"]): Promise<boolean> {
  const { url, authorization } = whatsApp.requestTo(settings);
  const proof = appSecretProof(settings.accessToken, settings.appSecret);
  const request = { url: `${url}?appsecret_proof=${proof}`, authorization, signal: AbortSignal.timeout(timeoutMs) };
  try {
    await callProvider("WhatsApp", request, saidByMeta);
    return false;
  } catch (error) {
    if (!(error instanceof HandOverError)) throw error;
    return error.serverWords.includes("appsecret_proof");
  }
}
