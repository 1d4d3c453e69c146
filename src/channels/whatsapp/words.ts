import { z } from "zod";
import { type AwaitedFile, awaitedFile, kindsOfFiles, withNotes } from "../../domain/messages/awaited-files.js";
import type { ChatEvent } from "../../domain/messages/whatsapp.js";

const maxText = 100_000;
export const text = z.string().max(maxText).catch("");

/** A message, as Meta names it. Postgres takes no NUL. */
export const id = z.string().regex(/^[^\0]{1,500}$/);
/** Of another message; a message that names it wrongly is one all the same. */
export const otherId = id.optional().catch(undefined);

/** What isn't understood is left out, and doesn't take what stands beside it with it. */
export const list = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) => items.flatMap((one) => item.safeParse(one).data ?? []) as z.output<T>[]);

/** What Meta posts of a message: beside its type a field of the same name, which holds it. */
export interface PostedMessage {
  type: string;
  [field: string]: unknown;
}

const mediumFields = z.object({ id: text, mime_type: text, filename: text, caption: text }).partial();
const edit = z.object({ message: z.looseObject({ type: z.string() }) });
const card = z.object({
  name: z.object({ formatted_name: text }),
  org: z.object({ company: text }).catch({ company: "" }),
  phones: list(z.object({ phone: text })),
  emails: list(z.object({ email: text })),
});
const reaction = z.object({ emoji: text });
const pointing = z.object({ message_id: otherId, original_message_id: otherId });

/** The file of a message, and what stands below it; null: it has none. Without a place it can't be fetched. */
function mediumOf({ type, ...fields }: PostedMessage): { caption: string; file: AwaitedFile } | null {
  if (!Object.hasOwn(kindsOfFiles, type)) return null;
  const { id: place = "", mime_type = "", filename, caption = "" } = mediumFields.safeParse(fields[type]).data ?? {};
  return { caption, file: awaitedFile(type, place, mime_type, filename) };
}

/** The message as it reads now, if somebody has corrected it. */
const editedIn = ({ type, ...fields }: PostedMessage): PostedMessage | undefined =>
  type === "edit" ? edit.safeParse(fields[type]).data?.message : undefined;

/** Meta's name of the message that a reaction, a correction or a deletion is about. */
export function originalOf({ type, ...fields }: PostedMessage): string | null {
  const { message_id, original_message_id } = pointing.safeParse(fields[type]).data ?? {};
  return message_id ?? original_message_id ?? null;
}

/** A reaction is a message: a 👍 often is the answer. */
export function eventIn({ type, ...fields }: PostedMessage): ChatEvent | undefined {
  if (type === "system") return "new_number";
  const isTakenBack = type === "reaction" && reaction.safeParse(fields[type]).data?.emoji === "";
  return type === "revoke" || isTakenBack ? "withdrawal" : undefined;
}

export function filesOf(posted: PostedMessage): AwaitedFile[] {
  const one = editedIn(posted) ?? posted;
  const file = mediumOf(one)?.file;
  return file?.place ? [file] : [];
}

/** Also what stands for a message of which nothing can be read. */
export const unknownType = "[Messaggio di un tipo che WhatsApp non trasmette]";

/** Apart from a file's note, which is replaced once the file is here. */
export const markedAs = (mark: string, words: string): string =>
  `[${mark}]${words.startsWith("[") ? "\n\n" : " "}${words}`;

/** A message in words: what it says, or what it is. */
export function wordsOf(posted: PostedMessage): string {
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
      return `[Reazione: ${of(reaction)?.emoji || "tolta"}]`;
    case "location": {
      const place = of(z.object({ latitude: z.number(), longitude: z.number(), name: text, address: text }));
      if (!place) return "[Posizione]";
      const named = [place.name, place.address].filter(Boolean).join(", ");
      return `[Posizione: ${named ? `${named} ` : ""}${place.latitude}, ${place.longitude}]`;
    }
    case "contacts": {
      return list(card)
        .parse(fields.contacts)
        .map(({ name, org, phones, emails }) => {
          const said = [name.formatted_name, org.company, ...phones.map(({ phone }) => phone)];
          return `[Contatto: ${[...said, ...emails.map(({ email }) => email)].filter(Boolean).join(" ")}]`;
        })
        .join("\n");
    }
    case "system": {
      const number = of(z.object({ wa_id: z.string().regex(/^\d{5,20}$/) }))?.wa_id;
      return number ? `[Ha cambiato numero: ora è +${number}]` : unknownType;
    }
    case "edit": {
      const edited = editedIn(posted);
      return edited && edited.type !== "edit" ? markedAs("Messaggio corretto", wordsOf(edited)) : unknownType;
    }
    case "revoke":
      return "[Messaggio eliminato da chi l'ha scritto]";
    default:
      return unknownType;
  }
}
