import Router from "@koa/router";
import type { Context } from "koa";
import PostalMime, { type Attachment, type Email } from "postal-mime";
import type { MailDependencies } from "../../channels/incoming/arrived-mail.js";
import type { Config } from "../../config.js";
import type { Queries } from "../../db/database.js";
import { asciiName } from "../../domain/text/ascii-name.js";
import { languageOf } from "../language.js";
import { localOnly } from "../local-only.js";
import { seeOther } from "../redirect.js";
import { sendPage } from "../send-page.js";
import { formToken } from "../sign-in/form.js";
import { findAnswerable } from "./answerable.js";
import { MailboxList } from "./list-page.js";
import { MailboxMessage } from "./message-page.js";
import { findMessage, listMessages, type StoredMessage } from "./messages.js";
import { mailboxTexts as texts } from "./texts.js";

const pageSize = 50;
const maxPages = 1_000;
/** Without pages, a program gets all that the mailbox keeps. */
const maxListed = 10_000;

interface MailboxParts extends MailDependencies {
  config: Config;
}

/** The local mailbox's pages. They show every organization's mail, so they answer this machine only. */
export function mailboxRouter(parts: MailboxParts): Router {
  const router = new Router();
  const ofMessage =
    (handle: (parts: MailboxParts, ctx: Context, message: StoredMessage) => Promise<void> | void) =>
    async (ctx: Context) => {
      const message = await findMessage(parts.database, ctx.params.id ?? "");
      if (message) await handle(parts, ctx, message);
    };
  router.use("/mailbox", localOnly(parts.config));
  router.get("/mailbox", (ctx: Context) => sendList(parts, ctx));
  router.get("/mailbox/:id", ofMessage(sendMessage));
  router.post("/mailbox/:id/answer", ofMessage(answer));
  router.get("/mailbox/:id/html", ofMessage(sendHtml));
  router.get("/mailbox/:id/raw", ofMessage(sendRaw));
  router.get("/mailbox/:id/attachments/:n", ofMessage(sendAttachment));
  return router;
}

async function sendList({ database }: MailboxParts, ctx: Context): Promise<void> {
  const query = String(ctx.query.q ?? "")
    .trim()
    .slice(0, 200);
  ctx.vary("Accept");
  if (ctx.accepts("html", "json") === "json") return sendJson(ctx, database, query);
  const page = Math.min(Math.max(Math.trunc(Number(ctx.query.page)) || 1, 1), maxPages);
  const found = await listMessages(database, { query, limit: pageSize, offset: (page - 1) * pageSize });
  const language = languageOf(ctx);
  sendPage(ctx, {
    title: texts.title[language],
    children: <MailboxList {...{ language, query, page, pageSize, ...found }} />,
  });
}

async function sendMessage({ config, database }: MailboxParts, ctx: Context, message: StoredMessage): Promise<void> {
  const language = languageOf(ctx);
  const [email, sent] = [await parse(message), await findAnswerable(database, message)];
  const answerId = typeof ctx.query.answer === "string" ? ctx.query.answer : null;
  const answering = sent && { ...sent, token: formToken(config, ctx), answerId };
  sendPage(ctx, {
    title: message.subject || texts.noSubject[language],
    frames: Boolean(email?.html),
    children: <MailboxMessage {...{ language, message, email, answering }} />,
  });
}

async function answer(parts: MailboxParts, ctx: Context, message: StoredMessage): Promise<void> {
  const [email, sent] = [await parse(message), await findAnswerable(parts.database, message)];
  if (!message.messageId || !sent) return;
  // What reads mail is a tenth of the API's memory, and few ever answer here.
  const { answerAsRecipient, readAnswer } = await import("./answer.js");
  const given = await readAnswer(parts.config, ctx);
  const answered = {
    messageId: message.messageId,
    subject: message.subject ?? "",
    replyTo: email?.replyTo?.[0]?.address ?? message.from,
    references: email?.references?.split(/\s+/) ?? [],
  };
  const answerId = await answerAsRecipient(parts, sent, answered, given);
  seeOther(ctx, `/mailbox/${message.id}?answer=${answerId}`);
}

async function sendJson(ctx: Context, queries: Queries, query: string): Promise<void> {
  const { messages } = await listMessages(queries, { query, limit: maxListed, offset: 0 });
  ctx.set("Cache-Control", "no-store");
  ctx.body = { messages: messages.map(({ sizeBytes, isPec, ...message }) => message) };
}

/** null for what can't be parsed: nested without end, or with a header without end. */
const parse = (message: StoredMessage): Promise<Email | null> =>
  PostalMime.parse(message.raw, { forceRfc822Attachments: true }).catch(() => null);

interface MailFile {
  name: string;
  type: string;
  content: Buffer;
}

const fileOf = ({ filename, mimeType, content }: Attachment): MailFile => ({
  name: filename || "allegato",
  type: /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : "application/octet-stream",
  content: Buffer.from(content as ArrayBuffer),
});

/** A mail's HTML with the pictures that it brings itself. */
const shownHtml = ({ html = "", attachments }: Email): string =>
  html.replace(/\bcid:([^"'\s)>]{1,200})/g, (link, id) => {
    const found = attachments.find(({ contentId }) => contentId === `<${id}>`);
    if (!found || !/^image\/(png|jpeg|gif)$/.test(found.mimeType)) return link;
    return `data:${found.mimeType};base64,${Buffer.from(found.content as ArrayBuffer).toString("base64")}`;
  });

/** In a frame of its own, which runs nothing, loads nothing, and belongs to no site. */
async function sendHtml(_: MailboxParts, ctx: Context, message: StoredMessage): Promise<void> {
  const email = await parse(message);
  if (!email?.html) return;
  ctx.set({
    "Content-Security-Policy":
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
  });
  ctx.type = "text/html; charset=utf-8";
  ctx.body = shownHtml(email);
}

const sendRaw = (_: MailboxParts, ctx: Context, { id, raw }: StoredMessage): void =>
  sendFile(ctx, { name: `${id}.eml`, type: "message/rfc822", content: raw });

async function sendAttachment(_: MailboxParts, ctx: Context, message: StoredMessage): Promise<void> {
  const email = await parse(message);
  const attachment = email?.attachments[Number(ctx.params.n) - 1];
  if (attachment) sendFile(ctx, fileOf(attachment));
}

/** A PDF opens in the browser; everything else is saved, since a page under our name could act in our name. */
function sendFile(ctx: Context, { name, type, content }: MailFile): void {
  ctx.attachment(name, { type: type === "application/pdf" ? "inline" : "attachment", fallback: asciiName(name) });
  ctx.set({
    "Content-Type": type,
    "Content-Security-Policy":
      "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
  });
  ctx.body = content;
}
