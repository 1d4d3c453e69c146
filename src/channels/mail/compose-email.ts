import MailComposer from "nodemailer/lib/mail-composer";
import { asciiAddress, isEmailAddress } from "../../domain/messages/mail.js";
import { shortened } from "../../domain/text/shortened.js";
import { HandOverError } from "../hand-over-error.js";
import { oneLine } from "../server-words.js";

export interface Email {
  /** with its angle brackets; the same at each attempt */
  messageId: string;
  from: { name: string; address: string };
  /** one plain address */
  to: string;
  /** further plain addresses */
  cc?: readonly string[];
  replyTo?: string;
  subject: string;
  text: string;
  /** the same as a page, for programs that show one */
  html?: string;
  inReplyTo?: string;
  references?: string[];
  /** further headers, such as `Auto-Submitted` */
  headers?: Record<string, string>;
  /** one with a Content-ID is an image of the HTML part */
  attachments: { filename: string; contentType: string; content: Buffer; cid?: string }[];
}

/** One plain address as SMTP needs it, with an international domain in its ASCII form. @throws HandOverError, refused */
function checkedAddress(field: string, address: string): string {
  if (!isEmailAddress(address)) {
    throw new HandOverError("refused", `${field}: not one plain e-mail address: ${shortened(oneLine(address), 254)}`);
  }
  return asciiAddress(address);
}

const isMessageId = (text: string): boolean => /^<[!-;=?-~]+>$/.test(text);
const isHeaderName = (name: string): boolean => /^[A-Za-z][A-Za-z0-9-]*$/.test(name);
const isMediaType = (text: string): boolean => /^[\w.+-]+\/[\w.+-]+(; ?[\w-]+="?[\w.+ -]+"?)*$/.test(text);

/**
 * The bytes of an e-mail and the addresses of its envelope. No text can become a header or a recipient.
 * @throws HandOverError, refused, for an address or Message-ID that can't be used
 */
export async function composeEmail(
  email: Email,
  envelopeFrom: string,
): Promise<{ from: string; to: string[]; raw: Buffer }> {
  if (!isMessageId(email.messageId))
    throw new HandOverError("refused", `not a Message-ID: ${oneLine(email.messageId)}`);
  const to = checkedAddress("to", email.to);
  const cc = (email.cc ?? []).map((address) => checkedAddress("cc", address));
  const from = { name: oneLine(email.from.name), address: checkedAddress("from", email.from.address) };
  const composer = new MailComposer({
    messageId: email.messageId,
    from,
    to: { name: "", address: to },
    ...(cc.length > 0 ? { cc: cc.map((address) => ({ name: "", address })) } : {}),
    ...(email.replyTo ? { replyTo: { name: "", address: checkedAddress("replyTo", email.replyTo) } } : {}),
    subject: oneLine(email.subject),
    text: email.text,
    ...(email.html ? { html: email.html } : {}),
    ...(email.inReplyTo && isMessageId(email.inReplyTo) ? { inReplyTo: email.inReplyTo } : {}),
    references: (email.references ?? []).filter(isMessageId),
    headers: Object.fromEntries(
      Object.entries(email.headers ?? {})
        .filter(([name]) => isHeaderName(name))
        .map(([name, value]) => [name, oneLine(value)]),
    ),
    attachments: email.attachments.map(({ filename, contentType, content, cid }) => ({
      filename: oneLine(filename),
      contentType: isMediaType(contentType) ? contentType : "application/octet-stream",
      content,
      ...(cid ? { cid, contentDisposition: "inline" as const } : {}),
    })),
    newline: "win",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { from: checkedAddress("envelopeFrom", envelopeFrom), to: [to, ...cc], raw: await composer.compile().build() };
}
