import Router from "@koa/router";
import type { Context, Next } from "koa";
import { ActionError } from "../../domain/errors.js";
import type { App } from "../app.js";
import { languageOf } from "../pages/language.js";
import { seeOther } from "../pages/redirect.js";
import { sendPage } from "../pages/send-page.js";
import { checkPassword } from "../sign-in/check-password.js";
import { formToken, readForm } from "../sign-in/form.js";
import { signedIn, startSession } from "../sign-in/sessions.js";
import { type Approval, approve, claimAnswer, findApproval } from "./approval.js";
import { ApproveStep, NowhereStep, SignInStep } from "./approval-page.js";
import { sendExpired } from "./error-page.js";
import { errors } from "./oidc.js";
import { interactionPath, oauthPath } from "./provider.js";
import { oauthTexts as texts } from "./texts.js";

/** Where an app sends people to approve it: first the password, then organization and mode. */
export function interactionRouter(app: App): Router {
  const router = new Router();
  const path = `${oauthPath}/interaction/:uid`;

  router.use(path, (ctx: Context, next: Next) => {
    // As at the authorization endpoint.
    ctx.set("Cross-Origin-Opener-Policy", "unsafe-none");
    return next();
  });
  router.get(path, async (ctx: Context) => {
    const approval = await findApproval(await app.oauth.provider(), ctx);
    if (!approval) return sendExpired(ctx);
    await sendStep(app, ctx, approval);
  });

  router.post(path, async (ctx: Context) => {
    const form = await readForm(app, ctx, purposeOf(ctx.params.uid));
    const approval = await findApproval(await app.oauth.provider(), ctx);
    if (!approval) return sendExpired(ctx);
    // A second click on the same page.
    if (approval.isAnswered) return seeOther(ctx, approval.returnTo);
    const step = form.get("step");
    if (step === "sign-in") return signInFor(app, ctx, approval, form);
    if (step === "cancel") return answer(app, ctx, approval, () => cancel(app, ctx));
    const person = await approverOf(app, ctx, approval);
    // Meanwhile signed out, or as somebody else: whoever approves has given the password for it.
    if (!person) return seeOther(ctx, interactionPath(app.config, approval.uid));
    const organizationId = form.get("organization") ?? "";
    if (!person.memberships.some((one) => one.organizationId === organizationId)) throw unchosen();
    const mode = form.get("mode") === "change" ? "change" : "read";
    await answer(app, ctx, approval, () => approve(app, ctx, approval, { person, organizationId, mode }));
  });
  return router;
}

/** Gives the one answer of a request, and goes on to where it is made into a redirect to the app; without an answer it is asked again. */
async function answer(app: App, ctx: Context, approval: Approval, give: () => Promise<string | null>): Promise<void> {
  if (!(await claimAnswer(app, approval))) return seeOther(ctx, approval.returnTo);
  try {
    seeOther(ctx, (await give()) ?? interactionPath(app.config, approval.uid));
  } catch (error) {
    // It ran out while it was looked at; or the membership ended.
    if (error instanceof errors.SessionNotFound) return sendExpired(ctx);
    throw (error as { code?: string }).code === "23503" ? unchosen() : error;
  }
}

const purposeOf = (uid: string): string => `approval ${uid}`;

const unchosen = () =>
  new ActionError("invalid_input", "Go back and choose one of your organizations.", {
    italian: "Torna indietro e scegli una delle tue organizzazioni.",
  });

/** Who gave the password for this request and is still signed in with this browser. */
async function approverOf(app: App, ctx: Context, { userId }: Approval) {
  const person = await signedIn(app, ctx);
  return person && person.userId === userId ? person : null;
}

async function signInFor(app: App, ctx: Context, approval: Approval, form: URLSearchParams): Promise<void> {
  const email = form.get("email") ?? "";
  const account = await checkPassword(app, ctx, email, form.get("password") ?? "");
  if (!account || !(await startSession(app, ctx, account))) {
    ctx.status = 401;
    return sendStep(app, ctx, approval, { email, refused: true });
  }
  const provider = await app.oauth.provider();
  const result = { login: { accountId: account.userId, remember: false } };
  await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
  seeOther(ctx, interactionPath(app.config, approval.uid));
}

async function cancel(app: App, ctx: Context): Promise<string> {
  const provider = await app.oauth.provider();
  const result = { error: "access_denied", error_description: "The user did not approve the connection." };
  return provider.interactionResult(ctx.req, ctx.res, result);
}

async function sendStep(app: App, ctx: Context, approval: Approval, attempt?: { email: string; refused: true }) {
  const language = languageOf(ctx);
  const token = formToken(app, ctx, purposeOf(approval.uid));
  const approver = attempt || ctx.query.another !== undefined ? null : await approverOf(app, ctx, approval);
  const props = { language, approval, token };
  const frame = { narrow: true, formsLeadAway: true };
  if (!approver) {
    const email = attempt?.email ?? approval.loginHint ?? (await signedIn(app, ctx))?.email ?? "";
    const children = <SignInStep {...props} email={email} refused={attempt !== undefined} />;
    return sendPage(ctx, { title: texts.signInTitle[language], ...frame, children });
  }
  const Step = approver.memberships.length > 0 ? ApproveStep : NowhereStep;
  const children = <Step {...props} person={approver} />;
  sendPage(ctx, { title: texts.title[language], ...frame, children });
}
