import { z } from "zod";
import type { ChannelSettings } from "../../domain/messages/channel-settings.js";
import { HandOverError } from "../hand-over-error.js";
import type { FailureWords } from "../italian-failures.js";
import { addressAt } from "../providers/addresses.js";
import { callProvider } from "../providers/provider-call.js";
import { isService, loginOf, requestTo, saidByTwilio, twilio } from "./out.js";

type Settings = ChannelSettings["sms"];

const perPage = 50;
/** More than a thousand at once are no messages of clients; of a service also those are counted that the account sends. */
const maxPages = 20;
const pageBytes = 2 * 1024 * 1024;

const pageOf = z.object({ messages: z.array(z.unknown()), next_page_uri: z.string().nullish() });
const inbound = z.object({
  direction: z.literal("inbound"),
  sid: z.string().min(1),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  date_sent: z.coerce.date(),
  num_media: z.coerce.number().catch(0),
  messaging_service_sid: z.string().nullable().catch(null),
});
const media = z.object({ media_list: z.array(z.object({ uri: z.string(), content_type: z.string() })) });

/** A message that came, and when. */
export interface KeptSms {
  at: Date;
  /** as Twilio posts it; its files are asked for. @throws HandOverError */
  fields(): Promise<URLSearchParams>;
}

/**
 * What came to a number or a messaging service since a moment, as far as Twilio still has it, the oldest first.
 * @param sender whom answers go to: an account may have numbers of others
 * @returns `isAll`: there are no older ones than those
 * @throws HandOverError
 */
export async function keptSince(
  settings: Settings,
  { sender, since, signal }: { sender: string; since: Date; signal: AbortSignal },
): Promise<{ arrived: KeptSms[]; isAll: boolean }> {
  const asked = new URLSearchParams({
    ...(isService(sender) ? {} : { To: sender }),
    "DateSent>": `${since.toISOString().slice(0, 19)}Z`,
    PageSize: String(perPage),
  });
  const found: KeptSms[] = [];
  let url: string | null = `${requestTo(settings, "/Messages").url}?${asked}`;
  for (let pages = 0; url !== null && pages < maxPages; pages++) {
    const { messages, next_page_uri }: z.output<typeof pageOf> = await ask(settings, { url, signal }, pageOf);
    for (const one of messages) {
      const { data } = inbound.safeParse(one);
      if (!data || data.date_sent < since) continue;
      if (sender !== (isService(sender) ? data.messaging_service_sid : data.to)) continue;
      found.push({ at: data.date_sent, fields: () => asPosted(settings, data, signal) });
    }
    url = next_page_uri ? atTwilio(settings, next_page_uri) : null;
  }
  return { arrived: found.reverse(), isAll: url === null };
}

async function asPosted(
  settings: Settings,
  { sid, from, to, body, num_media }: z.output<typeof inbound>,
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const fields = new URLSearchParams({ MessageSid: sid, From: from, To: to, Body: body });
  if (num_media === 0) return fields;
  const { url } = requestTo(settings, `/Messages/${encodeURIComponent(sid)}/Media`);
  const { media_list } = await ask(settings, { url, signal }, media);
  for (const [n, { uri, content_type }] of media_list.entries()) {
    fields.set(`MediaUrl${n}`, atTwilio(settings, uri.replace(/\.json$/, "")));
    fields.set(`MediaContentType${n}`, content_type);
  }
  return fields;
}

/** Twilio gives addresses without their host. */
const atTwilio = ({ baseUrl = twilio }: Settings, path: string): string => addressAt(baseUrl, path.replace(/^\//, ""));

async function ask<T>(
  settings: Settings,
  asked: { url: string; signal: AbortSignal },
  shape: z.ZodType<T>,
): Promise<T> {
  const request = { ...asked, authorization: loginOf(settings), maxAnswerBytes: pageBytes };
  const { data } = shape.safeParse(await callProvider("Twilio", request, saidByTwilio));
  if (data === undefined)
    throw new HandOverError("unknown", "Twilio's list of messages can't be read" satisfies FailureWords);
  return data;
}
