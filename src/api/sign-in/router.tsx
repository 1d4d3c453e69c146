import Router from "@koa/router";
import type { Context } from "koa";
import type { App } from "../app.js";
import { languageOf } from "../pages/language.js";
import { localPath, seeOther } from "../pages/redirect.js";
import { sendPage } from "../pages/send-page.js";
import { checkPassword } from "./check-password.js";
import { forgotPasswordRoutes } from "./forgot-password.js";
import { formToken, readForm, tokenField } from "./form.js";
import { invitationRoutes } from "./invitation.js";
import { endSession, signedIn, startSession } from "./sessions.js";
import { SignInForm } from "./sign-in-form.js";
import { signInTexts as texts } from "./texts.js";

/** Signing in and out with a browser. */
export function signInRouter(app: App): Router {
  const router = new Router();

  router.get("/sign-in", (ctx: Context) => sendSignInPage(app, ctx, { next: localPath(String(ctx.query.next ?? "")) }));

  router.post("/sign-in", async (ctx: Context) => {
    const form = await readForm(app, ctx);
    const [email, next] = [form.get("email") ?? "", localPath(form.get("next") ?? "")];
    const account = await checkPassword(app, ctx, email, form.get("password") ?? "");
    if (!account || !(await startSession(app, ctx, account))) {
      ctx.status = 401;
      return sendSignInPage(app, ctx, { next, email, refused: true });
    }
    seeOther(ctx, next);
  });

  router.post("/sign-out", async (ctx: Context) => {
    await readForm(app, ctx);
    await endSession(app, ctx);
    seeOther(ctx, "/sign-in?done=signed-out");
  });
  forgotPasswordRoutes(app, router);
  invitationRoutes(app, router);
  return router;
}

interface SignInPage {
  next: string;
  email?: string;
  refused?: boolean;
}

async function sendSignInPage(app: App, ctx: Context, { next, ...attempt }: SignInPage): Promise<void> {
  const language = languageOf(ctx);
  const person = await signedIn(app, ctx);
  const token = formToken(app, ctx);
  sendPage(ctx, {
    title: texts.title[language],
    narrow: true,
    children: (
      <section class="card">
        <h1>{texts.title[language]}</h1>
        {ctx.query.done === "signed-out" && !person && (
          <p class="notice" role="status">
            {texts.signedOut[language]}
          </p>
        )}
        {person && (
          <div class="notice">
            <p>
              {texts.signedInAs[language]} <strong>{person.email}</strong>. {texts.another[language]}
            </p>
            <form class="actions" method="post" action="/sign-out">
              <input type="hidden" name={tokenField} value={token} />
              <a class="button quiet-button" href={next}>
                {texts.goOn[language]}
              </a>
              <button type="submit" class="quiet-button">
                {texts.signOut[language]}
              </button>
            </form>
          </div>
        )}
        <SignInForm {...{ language, token, ...attempt }} action="/sign-in">
          <input type="hidden" name="next" value={next} />
        </SignInForm>
        <p>
          <a href="/forgot-password">{texts.forgot[language]}</a>
        </p>
      </section>
    ),
  });
}
