import { visible } from "../../domain/drafting/visible-text.js";
import { phoneIn } from "../../domain/phone.js";
import type { ProviderState, ProviderStatus } from "../settle-status.js";
import type { WrittenMessage } from "../whatsapp/posted.js";

/** Twilio's states: https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
const states: Record<string, ProviderState> = {
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
};

/** What Twilio posts: how far a message of ours came, or a message that came. Null: neither. */
export function readTwilio(
  fields: URLSearchParams,
  messageId: string | null,
  now: Date,
): { status: ProviderStatus } | { message: WrittenMessage & { to: string } } | null {
  const field = (name: string): string => visible(fields.get(name) ?? "");
  const id = (field("MessageSid") || field("SmsSid")).slice(0, 200);
  if (id === "") return null;
  const state = states[field("MessageStatus") || field("SmsStatus")];
  if (state !== undefined && fields.has("MessageStatus")) {
    const words = ["Twilio", field("ErrorCode"), field("ErrorMessage"), field("MessageStatus")]
      .filter(Boolean)
      .join(" ");
    return { status: { providerId: id, messageId, state, at: now, words } };
  }
  if (!fields.has("Body") || !field("From")) return null;
  const media = Number(field("NumMedia")) || 0;
  const note = media > 0 ? `[File: ${media}; gli SMS non ne portano, si può chiedere di inviarli per e-mail]` : "";
  return {
    message: {
      id,
      from: phoneIn(field("From"))?.number ?? field("From").trim().slice(0, 50),
      to: field("To").slice(0, 50),
      name: null,
      at: now,
      text: [field("Body").trim(), note].filter(Boolean).join("\n\n"),
    },
  };
}
