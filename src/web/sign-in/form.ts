import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "koa";
import { newSecret } from "../../accounts/secret-hash.js";
import type { Config } from "../../config.js";
import { ActionError, forbidden } from "../../domain/errors.js";
import { isOwnOrigin } from "../own-origin.js";
import { readFormBytes } from "../read-form-bytes.js";
import { pageBefore } from "../redirect.js";
import { readCookie, writeCookie } from "./cookies.js";

const maxFormBytes = 64 * 1024;
const tooLarge = `A form has at most ${maxFormBytes / 1024} kB.`;
/** The field that carries a form's token. */
export const tokenField = "form_token";

const tokenOf = (secret: string, purpose: string): string =>
  createHmac("sha256", secret).update(`form ${purpose}`).digest("base64url");

/**
 * The token that a form on a page for this browser must carry: bound to the session, or, for somebody who isn't signed in, to a
 * cookie of a day that is set here.
 * @param purpose binds it further, such as to one approval; `readForm` must be given the same
 */
export function formToken(config: Config, ctx: Context, purpose = ""): string {
  const session = readCookie(config, ctx, "session");
  if (session) return tokenOf(session, purpose);
  if (ctx.state.formSecret === undefined) {
    // The same one with each page, anew: else a page that is opened late would be good for less long.
    ctx.state.formSecret = readCookie(config, ctx, "form") ?? newSecret();
    writeCookie(config, ctx, "form", ctx.state.formSecret);
  }
  return tokenOf(ctx.state.formSecret, purpose);
}

/**
 * The fields of a form that one of our own pages sent from this browser; `getAll` gives those that repeat.
 * @throws forbidden for a form from elsewhere or without its token; unsupported_media_type, too_large, invalid_input
 */
export async function readForm(config: Config, ctx: Context, purpose = ""): Promise<URLSearchParams> {
  requireOwnPage(config, ctx);
  if (ctx.request.type !== "application/x-www-form-urlencoded")
    throw new ActionError("unsupported_media_type", "Send the form as application/x-www-form-urlencoded.");
  const body = await readFormBytes(ctx, { maxBytes: maxFormBytes, tooLarge });
  const sent = new URLSearchParams(body.toString("utf8"));
  // NUL is no character of any text, and Postgres takes none.
  const form = new URLSearchParams([...sent].map(([name, value]) => [name, value.replaceAll("\0", "")]));
  requireToken(config, ctx, form.get(tokenField) ?? "", purpose);
  return form;
}

/** @throws forbidden for a form that no page of ours has sent */
export function requireOwnPage(config: Config, ctx: Context): void {
  if (!isFromOwnPage(config, ctx)) throw refuse(ctx, fromElsewhere());
}

/** @throws forbidden unless a form carries the token of `formToken` */
export function requireToken(config: Config, ctx: Context, token: string, purpose = ""): void {
  const secrets = (["session", "form"] as const).map((name) => readCookie(config, ctx, name));
  const given = Buffer.from(token);
  const fits = secrets.some((secret) => {
    const expected = Buffer.from(secret === null ? "" : tokenOf(secret, purpose));
    return secret !== null && expected.length === given.length && timingSafeEqual(expected, given);
  });
  if (!fits) throw refuse(ctx, outOfDate(ctx));
}

/** Marks the refusal, which the log tells from one for want of a permission. */
function refuse(ctx: Context, error: ActionError): ActionError {
  ctx.state.refusedForm = true;
  return error;
}

const fromElsewhere = () =>
  forbidden("This form was sent from another site.", "Questo modulo è stato inviato da un altro sito.");

const outOfDateTexts = {
  message: {
    en: "This page is out of date: open it again, and send the form from there.",
    it: "Questa pagina non è più attuale: riaprila e invia il modulo da lì.",
  },
  openAgain: { en: "Open it again", it: "Riapri la pagina" },
};

function outOfDate(ctx: Context): ActionError {
  const { message, openAgain } = outOfDateTexts;
  const href = pageBefore(ctx);
  return new ActionError("forbidden", message.en, {
    italian: message.it,
    ...(href !== undefined && { wayOn: { href, text: openAgain } }),
  });
}

/** Browsers say where a form comes from, each in at least one of two headers; who says neither is none, and has no cookie to abuse. */
function isFromOwnPage(config: Config, ctx: Context): boolean {
  const site = ctx.get("sec-fetch-site");
  if (site) return site === "same-origin";
  const origin = ctx.get("origin") || undefined;
  return origin === `${ctx.protocol}://${ctx.host}` || isOwnOrigin(origin, config.BASE_URL);
}
