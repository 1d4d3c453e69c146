import Router from "@koa/router";
import type { Context } from "koa";
import { announced } from "../components/announced.js";
import { Form } from "../components/form.js";
import { languageOf } from "../language.js";
import type { WebParts } from "../parts.js";
import { passkeyScripts } from "../passkeys/passkey-form.js";
import { localPath, seeOther } from "../redirect.js";
import { sendCard } from "../send-page.js";
import { forgotPasswordRoutes } from "./forgot-password.js";
import { formToken, readForm } from "./form.js";
import { invitationRoutes } from "./invitation.js";
import { resetPasswordRoutes } from "./reset-password.js";
import { type PendingStep, SecondStepForm, stepTitle } from "./second-step-form.js";
import { endSession, signedIn, signInWith } from "./session.js";
import { SignInForm, type SignInRefusal } from "./sign-in-form.js";
import { signInTexts as texts } from "./texts.js";

/** Signing in and out with a browser. */
export function signInRouter(parts: WebParts): Router {
  const router = new Router();
  router.get("/sign-in", (ctx: Context) =>
    sendSignInPage(parts, ctx, { next: localPath(String(ctx.query.next ?? "")) }),
  );
  router.post("/sign-in", (ctx: Context) => signIn(parts, ctx));
  router.post("/sign-out", (ctx: Context) => signOut(parts, ctx));
  forgotPasswordRoutes(parts, router);
  resetPasswordRoutes(parts, router);
  invitationRoutes(parts, router);
  return router;
}

async function signIn(parts: WebParts, ctx: Context): Promise<void> {
  const form = await readForm(parts.config, ctx);
  const [email, next] = [form.get("email") ?? "", localPath(form.get("next") ?? "")];
  const result = await signInWith(parts, ctx, form);
  if (result === "wrong" || result === "over") await sendSignInPage(parts, ctx, { next, email, refused: result });
  else if (result === "done" || "account" in result) seeOther(ctx, next);
  else sendSecondStep(parts, ctx, next, result);
}

function sendSecondStep(parts: WebParts, ctx: Context, next: string, step: PendingStep): void {
  const language = languageOf(ctx);
  sendCard(ctx, {
    title: stepTitle(step, language),
    scripts: step.passkey === null ? [] : passkeyScripts,
    children: (
      <SecondStepForm {...{ language, ...step }} token={formToken(parts.config, ctx)} action="/sign-in">
        <input type="hidden" name="next" value={next} />
      </SecondStepForm>
    ),
  });
}

async function signOut(parts: WebParts, ctx: Context): Promise<void> {
  await readForm(parts.config, ctx);
  await endSession(parts, ctx);
  seeOther(ctx, "/sign-in?done=signed-out");
}

/** What was done before, as the address says. */
const doneTexts = new Map([
  ["signed-out", texts.signedOut],
  ["password", texts.passwordSaved],
  ["session-over", texts.sessionOver],
]);

interface SignInPage {
  /** where to go afterwards */
  next: string;
  email?: string;
  refused?: SignInRefusal;
}

async function sendSignInPage(parts: WebParts, ctx: Context, { next, ...attempt }: SignInPage): Promise<void> {
  const language = languageOf(ctx);
  const person = await signedIn(parts, ctx);
  const token = formToken(parts.config, ctx);
  const done = doneTexts.get(String(ctx.query.done));
  sendCard(ctx, {
    title: texts.title[language],
    children: (
      <>
        {done && !person && (
          <p class="notice" role="status" {...announced}>
            {done[language]}
          </p>
        )}
        {person && (
          <div class="notice">
            <p>
              {texts.signedInAs[language]} <strong>{person.email}</strong>. {texts.another[language]}
            </p>
            <Form token={token} action="/sign-out" class="actions">
              <a class="button quiet-button" href={next}>
                {texts.goOn[language]}
              </a>
              <button type="submit" class="quiet-button">
                {texts.signOut[language]}
              </button>
            </Form>
          </div>
        )}
        <SignInForm {...{ language, token, ...attempt }} action="/sign-in">
          <input type="hidden" name="next" value={next} />
        </SignInForm>
        <p class="lone-link">
          <a href="/forgot-password">{texts.forgot[language]}</a>
        </p>
      </>
    ),
  });
}
