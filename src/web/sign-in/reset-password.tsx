import type Router from "@koa/router";
import type { Context } from "koa";
import { type Account, lockAccount, renewPassword } from "../../accounts/account.js";
import { type AccountLink, findLink, useLink } from "../../accounts/account-links.js";
import { hasSecondFactor } from "../../accounts/factors/has-factor.js";
import { passwordKey } from "../../accounts/limits/limits.js";
import { passwordFault } from "../../accounts/passwords/new-password.js";
import { onPage } from "../../db/audit.js";
import { transact } from "../../db/transact.js";
import type { BilingualText } from "../../domain/language.js";
import { Form } from "../components/form.js";
import { Username } from "../components/username.js";
import { languageOf } from "../language.js";
import { noteSecurity } from "../note-security.js";
import type { WebParts } from "../parts.js";
import { seeOther } from "../redirect.js";
import { sendCard } from "../send-page.js";
import { deadLink } from "./dead-link.js";
import { formToken, readForm } from "./form.js";
import { linkTexts as texts } from "./link-texts.js";
import { NewPasswordField } from "./new-password.js";
import { startSession } from "./session.js";

/** A new password for somebody who forgot the old one, by a link in a mail. */
export function resetPasswordRoutes(parts: WebParts, router: Router): void {
  router.get("/reset-password/:token", async (ctx) => {
    const link = await findResetLink(parts, ctx.params.token ?? "");
    sendResetPage(parts, ctx, link.email);
  });

  router.post("/reset-password/:token", async (ctx) => {
    const form = await readForm(parts.config, ctx);
    const link = await findResetLink(parts, ctx.params.token ?? "");
    const password = form.get("new-password") ?? "";
    const fault = await passwordFault(password, { name: link.userName ?? "", email: link.email });
    if (fault) return sendResetPage(parts, ctx, link.email, fault);
    const account = await resetPassword(parts, link, password, ctx.state.requestId);
    noteSecurity(parts, ctx, "reset_password", { userId: account.userId });
    // Whoever tried old passwords before asking for a new one starts afresh.
    await parts.limits.passwords.delete(passwordKey(link.email, ctx.ip));
    // The mail stands for the password alone.
    if (await hasSecondFactor(parts.database, account.userId)) return seeOther(ctx, "/sign-in?done=password");
    await startSession(parts, ctx, account);
    seeOther(ctx, "/settings/account?done=password");
  });
}

type ResetLink = AccountLink & { userId: string; token: string };

/** @throws not_found for a link that can't be used any more */
async function findResetLink(parts: WebParts, token: string): Promise<ResetLink> {
  const link = await findLink(parts.database, "password_reset", token);
  if (!link?.userId) throw await deadLink(parts.database, "password_reset", token);
  return { ...link, userId: link.userId, token };
}

function resetPassword({ database }: WebParts, link: ResetLink, password: string, requestId: string): Promise<Account> {
  const { organizationId, userId, id, token } = link;
  return transact(database, onPage(organizationId, userId, "reset_password", requestId), async (unit) => {
    // Before the link, which a change of the password takes away in this order too.
    const locked = await lockAccount(unit, userId);
    if (!(await useLink(unit, id))) throw await deadLink(unit, "password_reset", token);
    return renewPassword(unit, locked, password, requestId);
  });
}

function sendResetPage(parts: WebParts, ctx: Context, email: string, fault?: BilingualText): void {
  const language = languageOf(ctx);
  if (fault) ctx.status = 422;
  sendCard(ctx, {
    title: texts.resetTitle[language],
    children: (
      <>
        <p class="quiet">{texts.resetLead[language]}</p>
        <Form token={formToken(parts.config, ctx)} action={ctx.path}>
          <Username email={email} />
          <p class="wrap-anywhere">{email}</p>
          <NewPasswordField language={language} label={texts.newPassword[language]} error={fault?.[language]} />
          <button type="submit">{texts.save[language]}</button>
        </Form>
      </>
    ),
  });
}
