import type Router from "@koa/router";
import type { Context } from "koa";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { lockAccount } from "../../accounts/account.js";
import { findLink, useLink } from "../../accounts/account-links.js";
import { mailLink } from "../../accounts/account-mail.js";
import { addressKey, consume } from "../../accounts/limits.js";
import { renewPassword } from "../../accounts/renew-password.js";
import type { Database } from "../../db/database.js";
import { transact } from "../../db/transact.js";
import { ActionError } from "../../domain/errors.js";
import { Field } from "../field.js";
import { languageOf } from "../language.js";
import type { WebParts } from "../parts.js";
import { seeOther } from "../redirect.js";
import { sendPage } from "../send-page.js";
import { formToken, readForm, tokenField } from "./form.js";
import { deadLink, linkTexts as texts } from "./link-texts.js";
import { NewPasswordField, passwordFault } from "./new-password.js";
import { startSession } from "./session.js";

/** Whoever asks waits this long, so that the time doesn't tell whether an account was found. */
const answerMs = 400;

/** A new password for somebody who forgot the old one, by a link in a mail. */
export function forgotPasswordRoutes(parts: WebParts, router: Router): void {
  const asked = new RateLimiterMemory({ points: 30, duration: 3_600 });
  const mailed = new RateLimiterMemory({ points: 3, duration: 3_600 });

  router.get("/forgot-password", (ctx: Context) => sendForgotPage(parts, ctx, false));
  router.post("/forgot-password", async (ctx: Context) => {
    const form = await readForm(parts.config, ctx);
    await consume(asked, addressKey(ctx.ip), "Too many requests for new passwords from this address");
    const email = (form.get("email") ?? "").trim().toLowerCase().slice(0, 254);
    const floor = new Promise((resolve) => setTimeout(resolve, answerMs));
    const { remainingPoints } = (await mailed.get(email)) ?? { remainingPoints: 1 };
    if (remainingPoints > 0) {
      await mailed.penalty(email);
      await mailReset(parts.database, email);
    }
    await floor;
    sendForgotPage(parts, ctx, true);
  });

  router.get("/reset-password/:token", async (ctx) => {
    const link = await liveLink(parts, ctx.params.token ?? "");
    sendResetPage(parts, ctx, link.email);
  });
  router.post("/reset-password/:token", async (ctx) => {
    const form = await readForm(parts.config, ctx);
    const link = await liveLink(parts, ctx.params.token ?? "");
    const password = form.get("new-password") ?? "";
    const fault = passwordFault(password);
    if (fault) {
      ctx.status = 422;
      return sendResetPage(parts, ctx, link.email, fault[languageOf(ctx)]);
    }
    const { userId } = link;
    const actor = { organizationId: link.organizationId, userId, keyId: null, via: "page" as const, client: null };
    const trail = { action: "reset_password", actor, requestId: ctx.state.requestId };
    const account = await transact(parts.database, trail, async (unit) => {
      // Before the link, which a change of the password takes away in this order too.
      const locked = await lockAccount(unit, userId);
      if (!(await useLink(unit, link.id))) throw gone();
      return renewPassword(unit, locked, password, ctx.state.requestId);
    });
    await parts.limits.passwords.delete(link.email.toLowerCase());
    await startSession(parts, ctx, account);
    seeOther(ctx, "/settings/account?done=password");
  });
}

export const gone = (): ActionError => new ActionError("not_found", deadLink.en, { italian: deadLink.it });

/** @throws not_found for a link that can't be used any more */
async function liveLink(parts: WebParts, token: string) {
  const link = await findLink(parts.database, "password_reset", token);
  if (!link?.userId) throw gone();
  return { ...link, userId: link.userId };
}

/** A run in Temporal belongs to an organization: any that the person is in, or is invited to; who has none has nothing to sign in to. */
async function mailReset(database: Database, email: string): Promise<void> {
  const [found] = await database.query<{ userId: string; organizationId: string; email: string }>(
    `select u.id as "userId", u.email, o.id as "organizationId" from user_account u, lateral (
       select m.organization_id as id from membership m where m.user_id = u.id
       union all select l.organization_id from account_link l where l.kind = 'invitation' and lower(l.email) = lower(u.email) and l.used_at is null
       limit 1) o
     where lower(u.email) = $1`,
    [email],
  );
  if (!found) return;
  // Asked for by a stranger, it changes nothing yet: not audited.
  await transact(database, null, (unit) => mailLink(unit, { ...found, kind: "password_reset" }));
}

function sendForgotPage(parts: WebParts, ctx: Context, isSent: boolean): void {
  const language = languageOf(ctx);
  sendPage(ctx, {
    title: texts.forgotTitle[language],
    narrow: true,
    children: (
      <section class="card">
        <h1>{texts.forgotTitle[language]}</h1>
        {isSent ? (
          <p class="success" role="status">
            {texts.sent[language]}
          </p>
        ) : (
          <form method="post" action="/forgot-password">
            <input type="hidden" name={tokenField} value={formToken(parts.config, ctx)} />
            <p class="quiet">{texts.forgotLead[language]}</p>
            <Field id="email" type="email" label={texts.email[language]} autocomplete="username" required />
            <button type="submit">{texts.send[language]}</button>
          </form>
        )}
        <p>
          <a href="/sign-in">{texts.back[language]}</a>
        </p>
      </section>
    ),
  });
}

function sendResetPage(parts: WebParts, ctx: Context, email: string, error?: string): void {
  const language = languageOf(ctx);
  sendPage(ctx, {
    title: texts.resetTitle[language],
    narrow: true,
    children: (
      <section class="card">
        <h1>{texts.resetTitle[language]}</h1>
        <p class="quiet">{texts.resetLead[language]}</p>
        <form method="post" action={ctx.path}>
          <input type="hidden" name={tokenField} value={formToken(parts.config, ctx)} />
          <input type="hidden" name="username" value={email} autocomplete="username" />
          <p class="wrap-anywhere">{email}</p>
          <NewPasswordField language={language} label={texts.newPassword[language]} error={error} />
          <button type="submit">{texts.save[language]}</button>
        </form>
      </section>
    ),
  });
}
