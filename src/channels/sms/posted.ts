import { phoneIn } from "../../domain/contacts/phone.js";
import { type AwaitedFile, awaitedFile, withNotes } from "../../domain/messages/awaited-files.js";
import { visible } from "../../domain/text/visible-text.js";
import type { ProviderState, ProviderStatus } from "../settle-status.js";
import type { WrittenMessage } from "../whatsapp/posted.js";

/** Twilio's states: https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
const states = new Map<string, ProviderState>(
  Object.entries({
    accepted: "accepted",
    scheduled: "accepted",
    queued: "accepted",
    sending: "accepted",
    sent: "sent",
    delivered: "delivered",
    read: "read",
    undelivered: "failed",
    failed: "failed",
    canceled: "failed",
  } as const),
);

/** What Twilio posts: how far a message of ours came, or a message that came. Null: neither. */
export function readTwilio(
  fields: URLSearchParams,
  messageId: string | null,
  now: Date,
): { status: ProviderStatus } | { message: WrittenMessage & { to: string } } | null {
  const field = (name: string): string => visible(fields.get(name) ?? "");
  const id = (field("MessageSid") || field("SmsSid")).slice(0, 200);
  if (id === "") return null;
  const state = states.get(field("MessageStatus") || field("SmsStatus"));
  if (state !== undefined && fields.has("MessageStatus")) {
    const words = ["Twilio", field("ErrorCode"), field("ErrorMessage"), field("MessageStatus")]
      .filter(Boolean)
      .join(" ");
    return { status: { providerId: id, messageId, state, at: now, words } };
  }
  if (!fields.has("Body") || !field("From")) return null;
  const files = filesOf(field);
  return {
    message: {
      id,
      from: senderIn(field("From")),
      to: field("To").slice(0, 50),
      name: null,
      at: now,
      text: withNotes(
        field("Body").trim(),
        files.map(({ what }) => what),
        "awaited",
      ),
      about: null,
      files,
    },
  };
}

/** A number in E.164 form; a name stays one, whatever digits are in it, and so does a service's short number, of up to eight. */
const senderIn = (from: string): string =>
  (/^(\+|\d{9})[\d ]*$/.test(from.trim()) ? phoneIn(from)?.number : undefined) ?? from.trim().slice(0, 50);

/** Twilio takes no more in one MMS. */
const maxFiles = 10;

/** The files of an MMS, each with its address at Twilio. */
const filesOf = (field: (name: string) => string): AwaitedFile[] =>
  Array.from({ length: maxFiles }, (_, n) => [field(`MediaUrl${n}`), field(`MediaContentType${n}`)] as const)
    .filter(([url]) => URL.canParse(url) && url.length <= 2_000)
    .map(([url, type]) => awaitedFile(kindOf(type), url, type));

const kindOf = (type: string): string => /^(image|audio|video)\//.exec(type)?.[1] ?? "document";
