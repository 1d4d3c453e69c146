import { visible } from "../../domain/text/visible-text.js";
import { wrappedContent } from "../signed/cades.js";
import { UnreadableFile } from "../unreadable-file.js";
import { type Automatic, automatic } from "./automatic.js";
import type { MailAttachment } from "./body-parts.js";
import { type Bounce, bounce } from "./bounce.js";
import { decodeCharset } from "./charset.js";
import { decodeBody } from "./decode-body.js";
import { firstField, headerDate, headerText, messageIds } from "./header-fields.js";
import { type MailAddress, mailAddresses } from "./mail-addresses.js";
import { mailBody } from "./mail-body.js";
import type { MailWarning } from "./mail-warning.js";
import { type MimePart, mimeTree } from "./mime-part.js";
import { splitQuoted } from "./split-quoted.js";

/** A message as it is kept and shown. Texts are freed of invisible characters; the raw message keeps everything. */
export interface ReadMail {
  /** Message-IDs have their angle brackets */
  messageId: string | null;
  inReplyTo: string[];
  references: string[];
  from: MailAddress | null;
  sender: MailAddress | null;
  replyTo: MailAddress[];
  /** at most 200 */
  to: MailAddress[];
  /** at most 200 */
  cc: MailAddress[];
  /** addresses that servers have noted down; the reply address may stand here alone */
  deliveredTo: string[];
  subject: string;
  /** as its sender says; null where it can't be read or isn't sane */
  date: Date | null;
  /** what is new, with the signature; made from the HTML where there is no text */
  text: string;
  /** what it quotes of earlier mails */
  quoted: string;
  /** makes its HTML, safe to show, for who asks for it; null where there is none */
  safeHtml: (() => string) | null;
  attachments: MailAttachment[];
  automatic: Automatic | null;
  /** where one writes to the list that it came through, as RFC 2369 says it */
  listPost: string | null;
  bounce: Bounce | null;
  warnings: MailWarning[];
}

const maxRecipients = 200;
const maxWarnings = 50;
const pkcs7 = /^application\/(?:x-)?pkcs7-mime$/;

/**
 * Reads a message. Whatever the bytes are, it gives what can be read, with a warning for what can't; it never throws, and its
 * time grows with the length.
 */
export async function readMail(raw: Buffer): Promise<ReadMail> {
  const warnings: MailWarning[] = [];
  const warn = (code: MailWarning["code"], detail: string): void => {
    if (warnings.length < maxWarnings && !warnings.some((warning) => warning.code === code))
      warnings.push({ code, detail });
  };
  const { root, isCut, isUnfinished, isHeaderCut } = mimeTree(raw);
  if (isHeaderCut) warn("header_cut", "The header is longer than 1,000,000 bytes; the rest was left out.");
  if (isCut)
    warn("parts_cut", "The message has more than 1,000 parts, or more than 100 levels; the rest was left out.");
  if (isUnfinished) warn("unfinished", "The message ends before its last part does.");
  if (root.header.size === 0) warn("unreadable", "The message has no header.");
  const signed = enclosed(raw, root);
  const content = signed?.root ?? root;
  warnOfForms(content, warn);

  const recipients = (name: string): MailAddress[] => {
    const all = mailAddresses(root.header.get(name));
    if (all.length > maxRecipients)
      warn("recipients_cut", `The message has ${all.length} recipients; the first ${maxRecipients} were kept.`);
    return all.slice(0, maxRecipients);
  };
  const subject = headerText(firstField(root.header, "subject"));
  const body = mailBody(signed?.bytes ?? raw, content, warn);
  if (
    !signed &&
    body.text === "" &&
    body.safeHtml === null &&
    body.attachments.length === 0 &&
    raw.length > root.start
  ) {
    body.text = visible(decodeCharset(raw.subarray(root.bodyStart, root.bodyStart + 100_000), "utf-8").text).trim();
  }
  const returned = bounce(raw, root, body.text);
  return {
    messageId: messageIds(root.header.get("message-id"))[0] ?? null,
    inReplyTo: messageIds(root.header.get("in-reply-to")),
    references: messageIds(root.header.get("references")),
    from: mailAddresses(root.header.get("from"))[0] ?? null,
    sender: mailAddresses(root.header.get("sender"))[0] ?? null,
    replyTo: mailAddresses(root.header.get("reply-to")).slice(0, maxRecipients),
    to: recipients("to"),
    cc: recipients("cc"),
    deliveredTo: deliveredTo(root),
    subject,
    date: headerDate(firstField(root.header, "date"), new Date()),
    ...(returned ? { text: body.text, quoted: "" } : splitQuoted(body.text, subject)),
    safeHtml: body.safeHtml,
    attachments: body.attachments,
    automatic: automatic(root.header, returned !== null),
    listPost: /<mailto:([^?>\s]{3,320})/i.exec(firstField(root.header, "list-post"))?.[1] ?? null,
    bounce: returned,
    warnings,
  };
}

/**
 * What a signature encloses, as some programs sign, instead of standing beside it: a message's content with its own header. Null where
 * there is none, or it can't be opened: then the signature stays an attachment, and so does a signed file that a mail consists of.
 */
function enclosed(raw: Buffer, root: MimePart): { bytes: Buffer; root: MimePart } | null {
  const name = root.dispositionParameters.filename ?? root.typeParameters.name ?? "smime.p7m";
  if (!pkcs7.test(root.type) || name.toLowerCase() !== "smime.p7m") return null;
  try {
    const bytes = wrappedContent(Buffer.from(decodeBody(raw, root)));
    const content = mimeTree(bytes).root;
    return content.header.has("content-type") ? { bytes, root: content } : null;
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
  }
}

const deliveredTo = (root: MimePart): string[] => [
  ...new Set(
    ["delivered-to", "x-original-to", "envelope-to", "x-envelope-to"]
      .flatMap((name) => mailAddresses(root.header.get(name)?.slice(0, 20)))
      .map(({ address }) => address),
  ),
];

function warnOfForms(root: MimePart, warn: (code: MailWarning["code"], detail: string) => void): void {
  const types = [root, ...root.children].map(({ type }) => type);
  if (types.some((type) => pkcs7.test(type) || type === "multipart/encrypted"))
    warn("encrypted", "The message is encrypted; it can be read in a mail program that has the key.");
  if (types.includes("application/ms-tnef")) {
    warn("tnef", "The message brings a winmail.dat: its files are in a form of Outlook's own.");
  }
}
