import PostalMime, { type Address, type Email } from "postal-mime";
import { UnreadableFile } from "../unreadable-file.js";
import { restoreWindows1252 } from "../windows-1252.js";
import { BoundedText } from "./bounded-text.js";
import { reasonOf } from "./file-text.js";
import { readHtml } from "./html.js";

const maxListed = 100;
const knownHeader =
  /^(received|return-path|delivered-to|from|to|cc|subject|date|message-id|mime-version|content-type|reply-to|sender|x-[\w-]+|dkim-signature|authentication-results|arc-[\w-]+):/i;

/** Whether a text begins as a mail does: with headers, among them two that mails have. */
export function isMail(beginning: string): boolean {
  const lines = beginning.replace(/^From [^\n]*\n/, "").split(/\r?\n/);
  const end = lines.findIndex((line) => !/^([!-9;-~]+:|[ \t])/.test(line));
  const headers = lines.slice(0, end === -1 ? lines.length : end);
  return (
    headers.filter((line) => knownHeader.test(line)).length >= 2 &&
    headers.some((line) => /^(from|to|date|received|subject):/i.test(line))
  );
}

/** A mail's text: who wrote to whom, when and about what, the message, and the names of what is attached. */
export async function readEml(bytes: Buffer): Promise<BoundedText> {
  const mail = await parse(bytes);
  const text = new BoundedText();
  const header = (name: string, value: string) => text.add(value ? `${name}: ${restoreWindows1252(value)}\n` : "");
  header("From", inWords(mail.from ? [mail.from] : []));
  header("To", inWords(mail.to));
  header("Cc", inWords(mail.cc));
  header("Date", mail.date ?? "");
  header("Subject", mail.subject ?? "");
  text.add("\n");
  if (mail.text?.trim()) text.add(restoreWindows1252(mail.text.trim()));
  else if (mail.html) readHtml(restoreWindows1252(mail.html), text);
  const names = mail.attachments.map(({ filename, mimeType, content }) => {
    const sizeBytes = typeof content === "string" ? content.length : content.byteLength;
    return `- ${restoreWindows1252(filename ?? "without a name")} (${mimeType}, ${sizeBytes} bytes)`;
  });
  if (names.length > 0) text.add(`\n\nAttachments (not part of this text):\n${names.slice(0, maxListed).join("\n")}`);
  if (names.length > maxListed) text.add(`\nand ${names.length - maxListed} more`);
  return text;
}

async function parse(bytes: Buffer): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 100 });
  } catch (error) {
    // Beyond its limits of nesting and headers.
    throw new UnreadableFile("damaged", `The mail can't be read: ${reasonOf(error)}.`);
  }
}

const inWords = (addresses: readonly Address[] = []): string => {
  const all = addresses.flatMap((address) => address.group ?? [address]);
  const shown = all.slice(0, maxListed).map(({ name, address }) => (name ? `${name} <${address}>` : (address ?? "")));
  return [...shown, ...(all.length > maxListed ? [`and ${all.length - maxListed} more`] : [])].join(", ");
};
