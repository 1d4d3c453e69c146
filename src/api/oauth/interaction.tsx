import Router from "@koa/router";
import type { Context, Next } from "koa";
import type { SignedIn } from "../../accounts/sessions.js";
import { invalid } from "../../domain/errors.js";
import type { Approval } from "../../web/approval/approval.js";
import { ApproveStep, NowhereStep, SecondStep, SetUpFirstStep, SignInStep } from "../../web/approval/approval-page.js";
import { sendExpired } from "../../web/approval/error-page.js";
import { approvalTexts as texts } from "../../web/approval/texts.js";
import { languageOf } from "../../web/language.js";
import { noteSecurity } from "../../web/note-security.js";
import type { WebParts } from "../../web/parts.js";
import { passkeyScripts } from "../../web/passkeys/passkey-form.js";
import { seeOther } from "../../web/redirect.js";
import { sendCard } from "../../web/send-page.js";
import { formToken, readForm } from "../../web/sign-in/form.js";
import { type PendingStep, stepTitle } from "../../web/sign-in/second-step-form.js";
import { signedIn, signInWith } from "../../web/sign-in/session.js";
import type { SignInRefusal } from "../../web/sign-in/sign-in-form.js";
import { approve, claimAnswer, findApproval, untilAnswered } from "./approval.js";
import { errors } from "./oidc.js";
import { interactionPath, oauthPath } from "./paths.js";
import type { OAuthServer } from "./server.js";

interface InteractionParts extends WebParts {
  oauth: OAuthServer;
}

/** The pages where people approve an app: first the password, then the choice of organization and mode. */
export function interactionRouter(parts: InteractionParts): Router {
  const router = new Router();
  const path = `${oauthPath}/interaction/:uid`;

  router.use(path, (ctx: Context, next: Next) => {
    // As at the authorization endpoint.
    ctx.set("Cross-Origin-Opener-Policy", "unsafe-none");
    return next();
  });
  router.get(path, async (ctx: Context) => {
    const approval = await findApproval(await parts.oauth.provider(), ctx);
    if (!approval) return sendExpired(ctx);
    await sendStep(parts, ctx, approval);
  });

  router.post(path, async (ctx: Context) => {
    const form = await readForm(parts.config, ctx, purposeOf(ctx.params.uid));
    const approval = await findApproval(await parts.oauth.provider(), ctx);
    if (!approval) return sendExpired(ctx);
    // The form was sent twice.
    if (approval.isAnswered) return seeOther(ctx, approval.returnTo);
    const step = form.get("step");
    if (step === "sign-in") return signInFor(parts, ctx, approval, form);
    if (step === "cancel") return answer(parts, ctx, approval, () => cancel(parts, ctx));
    const person = await approverOf(parts, ctx, approval);
    // The person has signed out meanwhile, or signed in as somebody else. Only the person who gave the password for this request may approve it.
    if (!person) return seeOther(ctx, interactionPath(approval.uid));
    // The page says what to set up first.
    if (person.needsSecondFactor) return seeOther(ctx, interactionPath(approval.uid));
    const organizationId = form.get("organization") ?? "";
    if (!person.memberships.some((membership) => membership.organizationId === organizationId))
      throw noOrganizationChosen();
    const mode = form.get("mode") === "change" ? "change" : "read";
    const provider = await parts.oauth.provider();
    const chosen = { person, organizationId, mode } as const;
    await answer(parts, ctx, approval, async () => {
      const approved = await approve({ database: parts.database, provider }, ctx, approval, chosen);
      if (!approved) return null;
      const { connectionId, address } = approved;
      const facts = { userId: person.userId, organizationId, connectionId, clientId: approval.client.id };
      noteSecurity(parts, ctx, "connect_app", facts);
      return address;
    });
  });
  return router;
}

/**
 * Gives a request its one answer and redirects the browser to where `giveAnswer` says: there the library redirects to the app. Without
 * an answer the page is shown again.
 */
async function answer(
  parts: InteractionParts,
  ctx: Context,
  approval: Approval,
  giveAnswer: () => Promise<string | null>,
): Promise<void> {
  if (!(await claimAnswer(parts.database, approval))) {
    await untilAnswered(await parts.oauth.provider(), ctx);
    return seeOther(ctx, approval.returnTo);
  }
  try {
    seeOther(ctx, (await giveAnswer()) ?? interactionPath(approval.uid));
  } catch (error) {
    // The request expired while the page was open.
    if (error instanceof errors.SessionNotFound) return sendExpired(ctx);
    throw error;
  }
}

function stepFor({ needsSecondFactor, memberships }: SignedIn) {
  if (needsSecondFactor) return { Step: SetUpFirstStep, title: texts.setUpTitle };
  return memberships.length > 0
    ? { Step: ApproveStep, title: texts.title }
    : { Step: NowhereStep, title: texts.nowhereTitle };
}

const purposeOf = (uid: string): string => `approval ${uid}`;

const noOrganizationChosen = () =>
  invalid("Go back and choose one of your organizations.", "Torna indietro e scegli uno dei tuoi studi.");

/** The person who gave the password for this request, if still signed in with this browser. */
async function approverOf(parts: InteractionParts, ctx: Context, { userId }: Approval) {
  const person = await signedIn(parts, ctx);
  return person && person.userId === userId ? person : null;
}

async function signInFor(
  parts: InteractionParts,
  ctx: Context,
  approval: Approval,
  form: URLSearchParams,
): Promise<void> {
  const signIn = await signInWith(parts, ctx, form);
  if (signIn === "done") return seeOther(ctx, interactionPath(approval.uid));
  if (signIn === "wrong" || signIn === "over")
    return sendStep(parts, ctx, approval, { email: form.get("email") ?? "", refused: signIn });
  if ("pending" in signIn) return sendSecondStep(parts, ctx, approval, signIn);
  const { account } = signIn;
  const provider = await parts.oauth.provider();
  const result = { login: { accountId: account.userId, remember: false } };
  await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
  seeOther(ctx, interactionPath(approval.uid));
}

function sendSecondStep(parts: InteractionParts, ctx: Context, approval: Approval, step: PendingStep): void {
  const language = languageOf(ctx);
  const token = formToken(parts.config, ctx, purposeOf(approval.uid));
  const children = <SecondStep {...{ language, approval, token, ...step }} />;
  const scripts = step.passkey === null ? [] : passkeyScripts;
  sendCard(ctx, { title: stepTitle(step, language), formsLeadAway: true, scripts, children });
}

async function cancel(parts: InteractionParts, ctx: Context): Promise<string> {
  const provider = await parts.oauth.provider();
  const result = { error: "access_denied", error_description: "The user did not approve the connection." };
  return provider.interactionResult(ctx.req, ctx.res, result);
}

async function sendStep(
  parts: InteractionParts,
  ctx: Context,
  approval: Approval,
  attempt?: { email: string; refused: SignInRefusal },
) {
  const language = languageOf(ctx);
  const token = formToken(parts.config, ctx, purposeOf(approval.uid));
  const approver = attempt || ctx.query.another !== undefined ? null : await approverOf(parts, ctx, approval);
  const props = { language, approval, token };
  if (!approver) {
    const email = attempt?.email ?? approval.loginHint ?? (await signedIn(parts, ctx))?.email ?? "";
    const children = <SignInStep {...props} email={email} refused={attempt?.refused} />;
    return sendCard(ctx, { title: texts.signInTitle[language], formsLeadAway: true, children });
  }
  const { Step, title } = stepFor(approver);
  const children = <Step {...props} person={approver} />;
  sendCard(ctx, { title: title[language], formsLeadAway: true, children });
}
