import { z } from "zod";
import type { AwaitedFile } from "../../domain/messages/awaited-files.js";
import { type ChatEvent, isWhatsAppUserId } from "../../domain/messages/whatsapp.js";
import { shortened } from "../../domain/text/shortened.js";
import { visible } from "../../domain/text/visible-text.js";
import type { ProviderStatus } from "../settle-status.js";
import { InTurns } from "./in-turns.js";
import {
  eventIn,
  filesOf,
  id,
  list,
  markedAs,
  originalOf,
  otherId,
  type PostedMessage,
  text,
  unknownType,
  wordsOf,
} from "./words.js";

/** seconds since 1970, as text */
const seconds = z.coerce.number().min(0).max(4_000_000_000);

const flag = z.boolean().catch(false);

const status = z.object({
  id,
  status: z.enum(["accepted", "sent", "delivered", "read", "failed"]),
  timestamp: seconds,
  biz_opaque_callback_data: z.string().nullable().catch(null),
  errors: list(
    z.object({
      code: z.number().optional(),
      title: text,
      error_data: z.object({ details: text }).catch({ details: "" }),
    }),
  ),
});

const message = z.looseObject({
  id,
  from: z
    .string()
    .regex(/^\d{5,20}$/)
    .optional()
    .catch(undefined),
  from_user_id: z.string().refine(isWhatsAppUserId).optional().catch(undefined),
  timestamp: seconds,
  type: text,
  context: z
    .object({ id: otherId, forwarded: flag, frequently_forwarded: flag })
    .catch({ forwarded: false, frequently_forwarded: false }),
});
/** Of what is too much for a message, only who wrote it and when: that somebody wrote is never lost. */
const messageWithoutWords = z.object(message.shape);
const things = z.array(z.unknown()).catch([]);
const writer = z.object({ wa_id: z.string(), user_id: z.string(), profile: z.object({ name: text }) }).partial();
const value = z.object({
  metadata: z.object({ phone_number_id: text }).partial().catch({}),
  contacts: things,
  messages: things,
  statuses: things,
});
const posted = z.object({ entry: things });
const ofEntry = z.object({ changes: things });
const ofChange = z.object({ value });

/** A message that somebody wrote on WhatsApp. */
export interface WrittenMessage {
  id: string;
  /** in E.164 form, or Meta's name of somebody who hides the number */
  from: string;
  name: string | null;
  at: Date;
  text: string;
  /** the provider's name of the message that it answers, reacts to or corrects, where it says so */
  about: string | null;
  /** unset: it is a message */
  event?: ChatEvent | undefined;
  /** what the provider keeps for now */
  files: AwaitedFile[];
}

export interface Posted {
  messages: WrittenMessage[];
  statuses: ProviderStatus[];
}

/**
 * What Meta tells in one post.
 * @param phoneNumberId an app may have several numbers, and what was written to the others is not this organization's. How far a message
 *   of ours came is, also by the number that it had before
 */
export async function readPosted(body: unknown, phoneNumberId: string): Promise<Posted> {
  const reading = new InTurns();
  const found: Posted = { messages: [], statuses: [] };
  for await (const { changes } of reading.understood(ofEntry, posted.safeParse(body).data?.entry ?? []))
    for await (const { value } of reading.understood(ofChange, changes)) {
      for await (const one of reading.understood(status, value.statuses, z.never())) found.statuses.push(asStatus(one));
      if (![undefined, "", phoneNumberId].includes(value.metadata.phone_number_id)) continue;
      const writers = new Map<string | undefined, z.output<typeof writer>>();
      for await (const one of reading.understood(writer, value.contacts))
        for (const name of [one.wa_id, one.user_id]) if (!writers.has(name)) writers.set(name, one);
      for await (const one of reading.understood(message, value.messages, messageWithoutWords)) {
        const written = asWritten(one, writers);
        if (written) found.messages.push(written);
      }
    }
  return found;
}

function asWritten(
  one: z.output<typeof message>,
  writers: ReadonlyMap<string | undefined, z.output<typeof writer>>,
): WrittenMessage | null {
  const { id, from: number, from_user_id: userId, timestamp, context } = one;
  const from = number ? `+${number}` : userId;
  if (from === undefined) return null;
  const name = writers.get(number || userId)?.profile?.name;
  return {
    id,
    from,
    name: shortened(visible(name ?? ""), 200) || null,
    at: new Date(timestamp * 1_000),
    text: textOf(one, context.forwarded || context.frequently_forwarded),
    about: context.id ?? originalOf(one),
    event: eventIn(one),
    files: filesOf(one),
  };
}

/** What somebody passed on is marked, as on a phone: it may be another's consent. */
function textOf(one: PostedMessage, isForwarded: boolean): string {
  const words = visible(wordsOf(one)).trim() || unknownType;
  return isForwarded ? markedAs("Messaggio inoltrato", words) : words;
}

const asStatus = ({ id: providerId, status: state, timestamp, ...rest }: z.output<typeof status>): ProviderStatus => {
  const [error] = rest.errors;
  const words = error && [error.code, error.error_data.details || error.title].filter(Boolean).join(" ");
  return {
    providerId,
    messageId: rest.biz_opaque_callback_data,
    state,
    at: new Date(timestamp * 1_000),
    words: visible(words ?? ""),
  };
};
