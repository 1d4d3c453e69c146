import Router from "@koa/router";
import type { Context } from "koa";
import PostalMime, { type Attachment, type Email } from "postal-mime";
import type { Config } from "../../config.js";
import type { Queries } from "../../db/database.js";
import { languageOf } from "../language.js";
import { localOnly } from "../local-only.js";
import { sendPage } from "../send-page.js";
import { MailboxList } from "./list-page.js";
import { MailboxMessage } from "./message-page.js";
import { findMessage, listMessages, type StoredMessage } from "./messages.js";
import { mailboxTexts as texts } from "./texts.js";

const pageSize = 50;
const maxPages = 1_000;
/** Without pages, a program gets all that the mailbox keeps. */
const maxListed = 10_000;

/** The local mailbox's pages. They show every organization's mail, so they answer this machine only. */
export function mailboxRouter(config: Config, queries: Queries): Router {
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
    sendPage(ctx, {
      title: message.subject || texts.noSubject[language],
      children: <MailboxMessage {...{ language, message, email: await parse(message) }} />,
    });
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
  ctx.body = { messages: messages.map(({ sizeBytes, ...message }) => message) };
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
