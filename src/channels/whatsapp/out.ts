import { z } from "zod";
import { isWindowOpen } from "../../db/channels/whatsapp-window.js";
import { organizationQuery } from "../../db/organization-query.js";
import { whatsAppText } from "../../domain/markdown/chat-text.js";
import type { ChannelSettings } from "../../domain/messages/channel-settings.js";
import { inTemplate, isWhatsAppUserId, whatsAppKind } from "../../domain/messages/whatsapp.js";
import { partsOf } from "../../formats/small-parts.js";
import { attachmentBytes } from "../attachment-bytes.js";
import type { OutgoingChannel, Sending } from "../channel.js";
import { HandOverError } from "../hand-over-error.js";
import type { FailureWords } from "../italian-failures.js";
import { accountAt, addressAt } from "../providers/addresses.js";
import { callProvider, readTaken } from "../providers/provider-call.js";
import { saidByMeta } from "./refusal.js";

type Settings = ChannelSettings["whatsapp"];

export const graph = "https://graph.facebook.com/v23.0";

const taken = z.object({ messages: z.tuple([z.object({ id: z.string() })]).rest(z.unknown()) });
const uploaded = z.object({ id: z.string() });

/** WhatsApp messages by Meta's Cloud API, one for each message of ours. Its API has no key that makes a request safe to repeat. */
export const whatsAppOut: OutgoingChannel<Settings> = {
  mayRepeat: false,
  serverOf: ({ baseUrl = graph, phoneNumberId }) => accountAt(baseUrl, phoneNumberId),
  async compose(sending) {
    const { message, settings } = sending;
    const content = await contentOf(sending);
    const body = JSON.stringify({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      ...(isWhatsAppUserId(message.to) ? { recipient: message.to } : { to: message.to.replace(/\D/g, "") }),
      // It comes back with each state of the message, whose id at Meta we may not know yet.
      biz_opaque_callback_data: message.id,
      ...content,
    });
    return async () => {
      const answer = await callProvider(
        "WhatsApp",
        { ...requestTo(settings, "messages"), body, contentType: "application/json" },
        saidByMeta,
      );
      const [{ id }] = readTaken("WhatsApp", taken, answer).messages;
      return { serverWords: "accepted", providerId: id };
    };
  },
};

/** Without a path: what Meta knows of the number. */
export const requestTo = ({ baseUrl = graph, phoneNumberId, accessToken }: Settings, path?: "messages" | "media") => ({
  url: addressAt(baseUrl, `${encodeURIComponent(phoneNumberId)}${path ? `/${path}` : ""}`),
  authorization: `Bearer ${accessToken}`,
});

/** The message itself: free where the other side wrote within a day, else the approved template with the text in its place. */
async function contentOf(sending: Sending<Settings>): Promise<object> {
  const { unit, message, settings } = sending;
  const { organizationId, to } = message;
  const text = whatsAppText(message.body);
  const [attachment] = message.attachments;
  if (!(await isWindowOpen(organizationQuery(unit, organizationId), to, unit.now))) {
    if (!settings.template || attachment)
      throw new HandOverError(
        "refused",
        "the 24 hours after the recipient's last message are over" satisfies FailureWords,
      );
    const { name, language } = settings.template;
    const parameters = [{ type: "text", text: inTemplate(text) }];
    return {
      type: "template",
      template: { name, language: { code: language }, components: [{ type: "body", parameters }] },
    };
  }
  if (!attachment) return { type: "text", text: { preview_url: false, body: text } };
  const kind = whatsAppKind(attachment.contentType);
  if (!kind) throw new HandOverError("refused", `WhatsApp carries no files of the type ${attachment.contentType}`);
  const id = await upload(sending, attachment);
  const file = { id, caption: text, ...(kind === "document" ? { filename: attachment.name } : {}) };
  return { type: kind, [kind]: file };
}

/** Gives Meta an attachment's bytes; the recipient gets nothing yet. */
async function upload(
  { files, message: { organizationId }, settings }: Sending<Settings>,
  { id, name, contentType }: { id: string; name: string; contentType: string },
): Promise<string> {
  const content = await attachmentBytes(files, organizationId, id);
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("type", contentType);
  // Of a single piece that takes more than five minutes on the way, `fetch` gives up by itself, whatever its signal says.
  const parts = [...partsOf(content)].map((part) => new Uint8Array(part));
  form.set("file", new Blob(parts, { type: contentType }), name);
  try {
    const request = { ...requestTo(settings, "media"), body: form, sizeBytes: content.length };
    const answer = await callProvider("WhatsApp", request, saidByMeta);
    return uploaded.parse(answer).id;
  } catch (error) {
    // Nothing has left for anybody: another attempt sends nothing twice.
    const isInVain = error instanceof z.ZodError || (error instanceof HandOverError && error.outcome === "unknown");
    throw isInVain
      ? new HandOverError("deferred", "WhatsApp did not take the attachment" satisfies FailureWords)
      : error;
  }
}
