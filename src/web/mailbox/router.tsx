import Router from "@koa/router";
import type { Context } from "koa";
import PostalMime, { type Attachment, type Email } from "postal-mime";
import type { MailDependencies } from "../../channels/incoming/arrived-mail.js";
import type { Config } from "../../config.js";
import type { Queries } from "../../db/database.js";
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

/** The local mailbox's pages. They show every organization's mail, so they answer this machine only. */
export function mailboxRouter(parts: MailDependencies & { config: Config }): Router {
  const { config, database: queries } = parts;
  const router = new Router();
  router.use("/mailbox", localOnly(config));

  router.get("/mailbox", async (ctx: Context) => {
    const query = String(ctx.query.q ?? "")
      .trim()
      .slice(0, 200);
    ctx.vary("Accept");
    if (ctx.accepts("html", "json") === "json") return sendJson(ctx, queries, query);
    const page = Math.min(Math.max(Math.trunc(Number(ctx.query.page)) || 1, 1), maxPages);
    const found = await listMessages(queries, { query, limit: pageSize, offset: (page - 1) * pageSize });
    const language = languageOf(ctx);
    sendPage(ctx, {
      title: texts.title[language],
      children: <MailboxList {...{ language, query, page, pageSize, ...found }} />,
    });
  });

  router.get("/mailbox/:id", async (ctx) => {
    const message = await findMessage(queries, ctx.params.id ?? "");
    if (!message) return;
    const language = languageOf(ctx);
    const [email, sent] = [await parse(message), await findAnswerable(queries, message)];
    const answerId = typeof ctx.query.answer === "string" ? ctx.query.answer : null;
    const answering = sent && { ...sent, token: formToken(config, ctx), answerId };
    sendPage(ctx, {
      title: message.subject || texts.noSubject[language],
      frames: Boolean(email?.html),
      children: <MailboxMessage {...{ language, message, email, answering }} />,
    });
  });

  router.post("/mailbox/:id/answer", async (ctx) => {
    const message = await findMessage(queries, ctx.params.id ?? "");
    const [email, sent] = message ? [await parse(message), await findAnswerable(queries, message)] : [];
    if (!message?.messageId || !sent) return;
    // What reads mail is a tenth of the API's memory, and few ever answer here.
    const { answerAsRecipient, readAnswer } = await import("./answer.js");
    const answer = await readAnswer(config, ctx);
    const answered = {
      messageId: message.messageId,
      subject: message.subject ?? "",
      replyTo: email?.replyTo?.[0]?.address ?? message.from,
      references: email?.references?.split(/\s+/) ?? [],
    };
    const answerId = await answerAsRecipient(parts, sent, answered, answer);
    seeOther(ctx, `/mailbox/${message.id}?answer=${answerId}`);
  });

  router.get("/mailbox/:id/html", async (ctx) => {
    const message = await findMessage(queries, ctx.params.id ?? "");
    const email = message && (await parse(message));
    if (email?.html) sendHtml(ctx, shownHtml(email));
  });

  router.get("/mailbox/:id/raw", async (ctx) => {
    const message = await findMessage(queries, ctx.params.id ?? "");
    if (message) sendFile(ctx, { name: `${message.id}.eml`, type: "message/rfc822", content: message.raw });
  });

  router.get("/mailbox/:id/attachments/:n", async (ctx) => {
    const message = await findMessage(queries, ctx.params.id ?? "");
    const email = message && (await parse(message));
    const attachment = email?.attachments[Number(ctx.params.n) - 1];
    if (attachment) sendFile(ctx, fileOf(attachment));
  });
  return router;
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
function sendHtml(ctx: Context, html: string): void {
  ctx.set({
    "Content-Security-Policy":
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
  });
  ctx.type = "text/html; charset=utf-8";
  ctx.body = html;
}

/** A PDF opens in the browser; everything else is saved, since a page under our name could act in our name. */
function sendFile(ctx: Context, { name, type, content }: MailFile): void {
  const fallback = name.replace(/[^ -~]/g, "_");
  ctx.attachment(name, { type: type === "application/pdf" ? "inline" : "attachment", fallback });
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
