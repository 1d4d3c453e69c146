import type Router from "@koa/router";
import type { Context } from "koa";
import { lockAccount } from "../../accounts/account.js";
import { mailLink } from "../../accounts/account-links.js";
import { accountKey, consume, ipKey } from "../../accounts/limits/limits.js";
import type { Database } from "../../db/database.js";
import { transact } from "../../db/transact.js";
import { Field } from "../components/field.js";
import { Form } from "../components/form.js";
import { SuccessNotice } from "../components/section.js";
import { languageOf } from "../language.js";
import type { WebParts } from "../parts.js";
import { sendCard } from "../send-page.js";
import { formToken, readForm } from "./form.js";
import { linkTexts as texts } from "./link-texts.js";

/** Every request takes this long, so that the time doesn't show whether an account was found. */
const answerMs = 400;

/** Where somebody who forgot the password asks for a link by mail, with which to choose another. */
export function forgotPasswordRoutes(parts: WebParts, router: Router): void {
  const { resetsByAddress, resetsByAccount } = parts.limits;
  router.get("/forgot-password", (ctx: Context) => sendForgotPage(parts, ctx));
  router.post("/forgot-password", async (ctx: Context) => {
    const form = await readForm(parts.config, ctx);
    await consume(resetsByAddress, ipKey(ctx.ip), "Too many requests for new passwords from this address");
    const email = accountKey(form.get("email") ?? "");
    const shortest = new Promise((resolve) => setTimeout(resolve, answerMs));
    if ((await resetsByAccount.consume(email)) === 0) await mailReset(parts.database, email);
    await shortest;
    sendForgotPage(parts, ctx, true);
  });
}

/** A workflow belongs to an organization: any that the person is in, or is invited to; who has none has nothing to sign in to. */
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
  // Anybody can ask for it, and it changes nothing yet: not audited.
  await transact(database, null, async (unit) => {
    // Of several that are asked for at once, too, only the last one counts.
    await lockAccount(unit, found.userId);
    await mailLink(unit, { ...found, kind: "password_reset" });
  });
}

function sendForgotPage(parts: WebParts, ctx: Context, isSent = false): void {
  const language = languageOf(ctx);
  sendCard(ctx, {
    title: texts.forgotTitle[language],
    children: (
      <>
        {isSent ? (
          <SuccessNotice>{texts.sent[language]}</SuccessNotice>
        ) : (
          <Form token={formToken(parts.config, ctx)} action="/forgot-password">
            <p class="quiet">{texts.forgotLead[language]}</p>
            <Field id="email" type="email" label={texts.email[language]} autocomplete="username" required />
            <button type="submit">{texts.send[language]}</button>
          </Form>
        )}
        <p class="lone-link">
          <a href="/sign-in">{texts.back[language]}</a>
        </p>
      </>
    ),
  });
}
