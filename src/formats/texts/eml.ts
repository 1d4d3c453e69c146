import { listed } from "../../domain/text/listed.js";
import type { MailAddress } from "../mail/mail-addresses.js";
import { type ReadMail, readMail } from "../mail/read-mail.js";
import { readCertified } from "../pec/read-certified.js";
import { BoundedText } from "./bounded-text.js";

const maxListed = 100;

/** A mail's text: who wrote to whom, when and about what, the message, and the names of what is attached. Of a PEC, what its envelope brings, too. */
export async function readEml(bytes: Buffer): Promise<BoundedText> {
  const mail = await readMail(bytes);
  const text = begun(mail);
  add(text, mail);
  const enclosed = await enclosedIn(bytes);
  if (enclosed) {
    text.add("\n\nThe message in this envelope:\n\n");
    add(text, await readMail(enclosed));
  }
  return text;
}

/**
 * A mail's HTML, safe to show; of a PEC that of the message in its envelope. Pictures that it brings itself keep their `cid:`. Null where
 * it has none.
 */
export async function readEmlHtml(bytes: Buffer): Promise<BoundedText | null> {
  const mail = await readMail((await enclosedIn(bytes)) ?? bytes);
  if (!mail.safeHtml) return null;
  const html = begun(mail);
  html.add(mail.safeHtml());
  return html;
}

/** What a PEC's envelope brings; null for all other mail. */
async function enclosedIn(bytes: Buffer): Promise<Buffer | null> {
  const certified = await readCertified(bytes);
  return certified && certified.kind !== "receipt" && certified.message !== bytes ? certified.message : null;
}

function add(text: BoundedText, mail: ReadMail): void {
  const header = (name: string, value: string) => text.add(value ? `${name}: ${value}\n` : "");
  header("From", inWords(mail.from ? [mail.from] : []));
  header("To", inWords(mail.to));
  header("Cc", inWords(mail.cc));
  header("Date", mail.date?.toISOString() ?? "");
  header("Subject", mail.subject);
  text.add(`\n${[mail.text, mail.quoted].filter(Boolean).join("\n\n")}`);
  const names = mail.attachments.map(
    ({ name, contentType, content }) => `- ${name} (${contentType}, ${content.length} bytes)`,
  );
  if (names.length > 0) text.add(`\n\nAttachments (not part of this text):\n${listed(names, maxListed, "\n")}`);
}

function begun({ warnings }: ReadMail): BoundedText {
  const text = new BoundedText();
  for (const { code, detail } of warnings) text.warn(code, detail);
  return text;
}

const inWords = (all: readonly MailAddress[]): string =>
  listed(
    all.map(({ name, address }) => (name ? `${name} <${address}>` : address)),
    maxListed,
    ", ",
  );
