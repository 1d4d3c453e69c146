import { text } from "node:stream/consumers";
import { z } from "zod";
import type { AwaitedFile } from "../../domain/messages/awaited-files.js";
import type { ChannelSettings } from "../../domain/messages/channel-settings.js";
import { filesScheme } from "../channel-servers.js";
import { HandOverError } from "../hand-over-error.js";
import { addressAt } from "../providers/addresses.js";
import { boundedBytes, openRemote, type Remote } from "../providers/open-remote.js";
import { loginOf, smsOut, twilio } from "../sms/out.js";
import { graph, whatsAppOut } from "../whatsapp/out.js";
import { mayComeLater } from "../whatsapp/refusal.js";

const maxAnswerBytes = 64 * 1024;
const found = z.object({ url: z.url() });

/** An organization's account at the provider that keeps the files. */
export type Account =
  | { channel: "whatsapp"; settings: ChannelSettings["whatsapp"] }
  | { channel: "sms"; settings: ChannelSettings["sms"] };

/** By what an account's files share slots: not those of its messages, but at the same host. */
export const fileServerOf = ({ channel, settings }: Account): string =>
  (channel === "whatsapp" ? whatsAppOut.serverOf(settings) : smsOut.serverOf(settings)).replace(/^\w+:/, filesScheme);

/**
 * A file's bytes from its provider. WhatsApp is asked for the address first, which holds for five minutes; Twilio's message had it.
 * @throws HandOverError, also while reading: `refused` for good, `deferred` where a later attempt may succeed
 */
export async function openAwaited(
  account: Account,
  { place }: AwaitedFile,
  limits: { maxBytes: number; signal: AbortSignal },
): Promise<AsyncGenerator<Uint8Array>> {
  const { name, remote } =
    account.channel === "whatsapp" ? await atMeta(account, place, limits) : atTwilio(account, place, limits);
  return boundedBytes(name, await openRemote(name, remote), limits.maxBytes);
}

type Limits = { signal: AbortSignal };
type Found = { name: string; remote: Remote };

async function atMeta(
  { settings: { baseUrl = graph, accessToken } }: Extract<Account, { channel: "whatsapp" }>,
  place: string,
  { signal }: Limits,
): Promise<Found> {
  const name = "WhatsApp";
  const url = new URL(addressAt(baseUrl, encodeURIComponent(place)));
  const remote = { url, authorization: `Bearer ${accessToken}`, trustedOrigin: url.origin, signal };
  const asked = { ...remote, mayPass: (_: number, body: unknown) => mayComeLater(body) };
  const answer = await text(boundedBytes(name, await openRemote(name, asked), maxAnswerBytes));
  // Meta asks to fetch a new address where one leads to nothing; of a file that is gone it gives none.
  return { name, remote: { ...remote, url: addressIn(answer), mayPass: (status) => status === 404 } };
}

function addressIn(answer: string): URL {
  try {
    return new URL(found.parse(JSON.parse(answer)).url);
  } catch (error) {
    throw new HandOverError("deferred", "WhatsApp gave no address of the file", { cause: error });
  }
}

/** The signed message names the address; the account's token goes to Twilio alone, whoever signed. */
function atTwilio({ settings }: Extract<Account, { channel: "sms" }>, place: string, { signal }: Limits): Found {
  const url = new URL(place);
  const trustedOrigin = new URL(settings.baseUrl ?? twilio).origin;
  // That it is https is seen to where the file is opened.
  const isTwilios = /(^|\.)twilio\.com$/.test(url.hostname);
  if (url.origin !== trustedOrigin && !isTwilios) throw new HandOverError("refused", `${url.host} is not Twilio's`);
  return { name: "Twilio", remote: { url, authorization: loginOf(settings), trustedOrigin, signal } };
}
