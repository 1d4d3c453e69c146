import { megabyte } from "../sizes.js";

/** What WhatsApp tells beside messages: the other side has another number now; or it has taken back what it wrote, or a reaction. */
export type ChatEvent = "new_number" | "withdrawal";

/** What Meta takes: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media */
const images = new Set(["image/jpeg", "image/png"]);
const documents =
  /^(text\/plain|application\/(pdf|msword|vnd\.ms-(excel|powerpoint)|vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)))$/;

/**
 * Whether an address is Meta's name of a person for one business, `IT.13491208655302741918`, which stands for the number of whoever hides it:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids
 */
export const isWhatsAppUserId = (address: string): boolean => /^[A-Z]{2}\.[A-Za-z0-9.]{1,140}$/.test(address);

const maxWhatsAppLength = 4_096;
const maxCaptionLength = 1_024;
/** Of a template's body with what stands in its places. */
export const maxTemplateLength = 1_024;
const maxBytes = { image: 5 * megabyte, document: 100 * megabyte };

/** A text as it stands in a template's place, which takes no line ends. */
export const inTemplate = (text: string): string => text.replace(/\s+/g, " ");

/** As what a file is shown; null: WhatsApp doesn't carry it. */
export function whatsAppKind(contentType: string): "image" | "document" | null {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (images.has(type)) return "image";
  return documents.test(type) ? "document" : null;
}

/** Why WhatsApp can't carry a message, as the end of a sentence to its writer; null: it can. */
export function whatsAppFault(
  text: string,
  attachments: readonly { name: string; contentType: string; sizeBytes: number }[],
): string | null {
  const [attachment, second] = attachments;
  if (text === "") return "WhatsApp carries no message without words.";
  if (text.length > maxWhatsAppLength)
    return `A WhatsApp message has at most ${maxWhatsAppLength} characters, and this one has ${text.length}: write less, or send it in several.`;
  if (!attachment) return null;
  if (second) return "A WhatsApp message carries one attachment: send each file with a message of its own.";
  const kind = whatsAppKind(attachment.contentType);
  if (!kind)
    return `WhatsApp carries JPEG and PNG pictures, PDF, Office and plain text files, and "${attachment.name}" is none of them.`;
  if (attachment.sizeBytes > maxBytes[kind])
    return `On WhatsApp, "${attachment.name}" may have at most ${maxBytes[kind] / megabyte} MB.`;
  if (text.length > maxCaptionLength)
    return `Beside an attachment a WhatsApp message has at most ${maxCaptionLength} characters: send the file with a shorter one.`;
  return null;
}
