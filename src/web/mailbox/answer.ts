import { randomUUID } from "node:crypto";
import type { Context } from "koa";
import type { MailDependencies } from "../../channels/incoming/arrived-mail.js";
import { keepSent } from "../../channels/incoming/keep-mail.js";
import { takeMail } from "../../channels/incoming/take-mail.js";
import { takePosted } from "../../channels/incoming/take-posted.js";
import { takeTwilio } from "../../channels/incoming/take-twilio.js";
import { channelHeader, localAddress, localSubject } from "../../channels/local/out.js";
import { composeEmail, type Email } from "../../channels/mail/compose-email.js";
import { submitMessage } from "../../channels/mail/smtp.js";
import type { Config } from "../../config.js";
import { ActionError, invalidAt } from "../../domain/errors.js";
import { replySubject } from "../../domain/messages/mail.js";
import { megabyte } from "../../domain/sizes.js";
import { beginningOf } from "../../domain/text/shortened.js";
import { readFormBytes } from "../read-form-bytes.js";
import { requireOwnPage, requireToken, tokenField } from "../sign-in/form.js";
import type { Answerable } from "./answerable.js";

const maxFormBytes = 26 * megabyte;
const tooLarge = "An answer with its files has at most 26 MB.";
/** what a person writes in one go */
const maxTextLength = 20_000;

interface Answer {
  text: string;
  files: Email["attachments"];
}

/** What the form says. @throws forbidden for a form from elsewhere; invalid_input, too_large, unsupported_media_type */
export async function readAnswer(config: Config, ctx: Context): Promise<Answer> {
  requireOwnPage(config, ctx);
  if (ctx.request.type !== "multipart/form-data")
    throw new ActionError("unsupported_media_type", "Send the form as multipart/form-data.");
  const raw = await readFormBytes(ctx, { maxBytes: maxFormBytes, tooLarge });
  const form = await new Response(new Uint8Array(raw), { headers: { "content-type": ctx.get("content-type") } })
    .formData()
    .catch(() => {
      throw invalidAt("", "the form is malformed");
    });
  const field = (name: string) => String(form.get(name) ?? "").replaceAll("\0", "");
  requireToken(config, ctx, field(tokenField));
  const files: Answer["files"] = [];
  for (const file of form.getAll("file")) {
    // Browsers send a file without name and content where none was chosen.
    if (typeof file === "string" || (file.name === "" && file.size === 0)) continue;
    const content = Buffer.from(await file.arrayBuffer());
    files.push({ filename: beginningOf(file.name, 200) || "allegato", contentType: file.type, content });
  }
  return { text: beginningOf(field("text").replace(/\r\n?/g, "\n").trim(), maxTextLength), files };
}

/** What an answer needs of the mail that it answers. */
export interface Answered {
  messageId: string;
  subject: string;
  /** where answers to it go */
  replyTo: string;
  references: string[];
}

/**
 * Answers as the recipient. The mailbox keeps the answer as mail. It is taken in as a reader would have fetched it or, by WhatsApp or SMS,
 * as the provider would post it.
 * @returns the mail's id in the mailbox
 */
export async function answerAsRecipient(
  deps: MailDependencies & { config: Config },
  { organizationId, channel, to }: Answerable,
  answered: Answered,
  { text, files }: Answer,
): Promise<string> {
  const isMail = channel === "email" || channel === "pec";
  const from = isMail ? to : localAddress(channel, to);
  const { raw, ...envelope } = await composeEmail(
    {
      messageId: `<${randomUUID()}@mailbox.localhost>`,
      from: { name: "", address: from },
      to: answered.replyTo,
      subject: isMail ? replySubject(answered.subject) : localSubject(text),
      text,
      inReplyTo: answered.messageId,
      references: [...answered.references, answered.messageId],
      ...(isMail ? {} : { headers: { [channelHeader]: channel } }),
      attachments: files,
    },
    from,
  );
  const { serverWords } = await submitMessage(`smtp://127.0.0.1:${deps.config.MAILBOX_SMTP_PORT}`, envelope, raw);
  if (isMail) await takeMail(deps, { organizationId, channel, raw });
  else await takeByPhone(deps, { organizationId, channel, to }, { text, files });
  return serverWords.split(" ").pop() ?? "";
}

/** The name of the studio's own number, which no provider has given. */
const localNumber = "local";

/** A WhatsApp message has at most one file; of a message with one its text stands below the file. No provider keeps it: it is here. */
async function takeByPhone(
  { database, files: stored }: MailDependencies,
  { organizationId, channel, to }: Pick<Answerable, "organizationId" | "to"> & { channel: "whatsapp" | "sms" },
  { text, files: [file] }: Answer,
): Promise<void> {
  const id = randomUUID();
  if (channel === "sms")
    return takeTwilio(
      database,
      organizationId,
      new URLSearchParams({ MessageSid: id, From: to, To: localNumber, Body: text }),
      null,
    );
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const message = { id, from: to.replace(/\D/g, ""), timestamp, type: "text", text: { body: text } };
  const value = { metadata: { phone_number_id: localNumber }, messages: [message] };
  const body = { entry: [{ changes: [{ value }] }] };
  const keepFiles = file && (await keepSent(stored, organizationId, file));
  await takePosted(database, { organizationId, phoneNumberId: localNumber }, body, keepFiles);
}
