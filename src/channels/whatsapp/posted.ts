import { z } from "zod";
import { type AwaitedFile, awaitedFile, kindsOfFiles, withNotes } from "../../domain/awaited-files.js";
import { shortened } from "../../domain/shortened.js";
import { visible } from "../../domain/visible-text.js";
import { isWhatsAppUserId } from "../../domain/whatsapp.js";
import type { ProviderStatus } from "../settle-status.js";

const maxText = 100_000;
const text = z.string().max(maxText).catch("");
const id = z.string().min(1).max(500);
/** seconds since 1970, as text */
const seconds = z.coerce.number().min(0).max(4_000_000_000);
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    // What isn't understood is left out, and doesn't take what stands beside it with it.
    .transform((items) => items.flatMap((one) => item.safeParse(one).data ?? []) as z.output<T>[]);

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

const mediumFields = z.object({ id: text, mime_type: text, filename: text, caption: text }).partial();
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
});
const value = z.object({
  metadata: z.object({ phone_number_id: text }).partial().catch({}),
  contacts: list(z.object({ wa_id: z.string(), user_id: z.string(), profile: z.object({ name: text }) }).partial()),
  messages: list(message),
  statuses: list(status),
});
const posted = z.object({ entry: list(z.object({ changes: list(z.object({ value })) })) });

/** A message that somebody wrote on WhatsApp. */
export interface WrittenMessage {
  id: string;
  /** in E.164 form, or Meta's name of somebody who hides the number */
  from: string;
  name: string | null;
  at: Date;
  text: string;
  /** what the provider keeps for now */
  files: AwaitedFile[];
}

export interface Posted {
  messages: WrittenMessage[];
  statuses: ProviderStatus[];
}

/**
 * What Meta tells in one post.
 * @param phoneNumberId an app may have several numbers, of which the others are not this organization's
 */
export function readPosted(body: unknown, phoneNumberId: string): Posted {
  const values = (posted.safeParse(body).data?.entry ?? [])
    .flatMap(({ changes }) => changes.map((change) => change.value))
    .filter(({ metadata }) => !metadata.phone_number_id || metadata.phone_number_id === phoneNumberId);
  return {
    statuses: values.flatMap(({ statuses }) => statuses.map(asStatus)),
    messages: values.flatMap(({ messages, contacts }) =>
      messages.flatMap((one) => {
        const { id, from: number, from_user_id: userId, timestamp } = one;
        const from = number ? `+${number}` : userId;
        if (from === undefined) return [];
        const writer = contacts.find(({ wa_id, user_id }) => (number ? wa_id === number : user_id === userId));
        return {
          id,
          from,
          name: shortened(visible(writer?.profile?.name ?? ""), 200) || null,
          at: new Date(timestamp * 1_000),
          text: visible(wordsOf(one)).trim(),
          files: filesOf(one),
        };
      }),
    ),
  };
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

type PostedMessage = z.output<typeof message>;

/** The file of a message, and what stands below it; null: it has none. Without a place it can't be fetched. */
function mediumOf({ type, ...fields }: PostedMessage): { caption: string; file: AwaitedFile } | null {
  if (!Object.hasOwn(kindsOfFiles, type)) return null;
  const { id: place = "", mime_type = "", filename, caption = "" } = mediumFields.safeParse(fields[type]).data ?? {};
  return { caption, file: awaitedFile(type, place, mime_type, filename) };
}

function filesOf(one: PostedMessage): AwaitedFile[] {
  const file = mediumOf(one)?.file;
  return file?.place ? [file] : [];
}

/** A message in words: what it says, or what it is. */
function wordsOf(posted: PostedMessage): string {
  const { type, ...fields } = posted;
  const of = <T extends z.ZodType>(schema: T): z.output<T> | undefined => schema.safeParse(fields[type]).data;
  const medium = mediumOf(posted);
  if (medium) return withNotes(medium.caption, [medium.file.what], medium.file.place ? "awaited" : "missing");
  switch (type) {
    case "text":
      return of(z.object({ body: text }))?.body ?? "";
    case "button":
      return of(z.object({ text }))?.text ?? "";
    case "interactive": {
      const chosen = z.object({ title: text }).optional().catch(undefined);
      const answer = of(z.object({ button_reply: chosen, list_reply: chosen }));
      return answer?.button_reply?.title ?? answer?.list_reply?.title ?? "";
    }
    case "reaction":
      return `[Reazione: ${of(z.object({ emoji: text }))?.emoji || "tolta"}]`;
    case "location": {
      const place = of(z.object({ latitude: z.number(), longitude: z.number(), name: text, address: text }));
      if (!place) return "[Posizione]";
      const named = [place.name, place.address].filter(Boolean).join(", ");
      return `[Posizione: ${named ? `${named} ` : ""}${place.latitude}, ${place.longitude}]`;
    }
    case "contacts": {
      const cards = list(
        z.object({ name: z.object({ formatted_name: text }), phones: list(z.object({ phone: text })) }),
      ).parse(fields.contacts);
      return cards
        .map(
          ({ name, phones }) => `[Contatto: ${[name.formatted_name, ...phones.map(({ phone }) => phone)].join(" ")}]`,
        )
        .join("\n");
    }
    default:
      return "[Messaggio di un tipo che WhatsApp non trasmette]";
  }
}
