import type Router from "@koa/router";
import { keepChallenge, takeChallenge } from "../../../accounts/challenges.js";
import { consume } from "../../../accounts/limits.js";
import {
  askForNewPasskey,
  askForPasskey,
  type PasskeySite,
  passkeySite,
  readNewPasskey,
  takePasskey,
} from "../../../accounts/passkey-answers.js";
import { addPasskey, type Passkey, passkeysOf, removePasskey } from "../../../accounts/passkeys.js";
import { notFound } from "../../../domain/errors.js";
import type { WebParts } from "../../parts.js";
import { passkeyField, passkeyScripts } from "../../passkeys/passkey-form.js";
import type { PageRequest } from "../page-request.js";
import { signedInHandler } from "../signed-in-handler.js";
import { AddPasskeyPage, maxPasskeyName, RemovePasskeyPage } from "./passkey-pages.js";
import { passkeyTexts as texts } from "./passkey-texts.js";
import { codeIsRight } from "./second-factor.js";
import { RecoveryCodesPage } from "./second-factor-pages.js";
import { secondFactorTexts } from "./second-factor-texts.js";

const path = "/settings/account";

interface Factors {
  hasApp: boolean;
  /** an app, or recovery codes */
  hasCodes: boolean;
  site: PasskeySite | null;
}

/** Adding passkeys and removing them. */
export function passkeyRoutes(parts: WebParts, router: Router): void {
  const handler = (handle: (request: PageRequest) => Promise<void>) =>
    signedInHandler(parts, { subject: "person", asksPassword: true }, handle);
  router.post(`${path}/passkey`, handler(ask));
  router.post(`${path}/passkey-add`, handler(add));
  router.post(`${path}/passkey-remove`, handler(remove));
}

/** @throws not_found where browsers offer no passkeys */
function siteOf({ parts }: PageRequest): PasskeySite {
  const site = passkeySite(parts.config);
  if (!site) throw notFound("passkey", "");
  return site;
}

async function ask(request: PageRequest): Promise<void> {
  const { parts, person } = request;
  const { options, challenge } = await askForNewPasskey(parts.database, siteOf(request), person);
  await keepChallenge(parts.database, "web_session", person.sessionId, challenge);
  request.sendPage(texts.add, <AddPasskeyPage request={request} options={options} />, passkeyScripts);
}

async function add(request: PageRequest): Promise<void> {
  const { parts, person, form, requestId } = request;
  const name = request.field("name").slice(0, maxPasskeyName).toWellFormed();
  if (name === "") return ask(request.withFaults({ name: texts.noName }));
  const challenge = await takeChallenge(parts.database, "web_session", person.sessionId);
  const credential =
    challenge === null
      ? new Error("no challenge waits")
      : await readNewPasskey(siteOf(request), { answer: form.get(passkeyField) ?? "", challenge });
  if (credential instanceof Error) {
    parts.log.info({ requestId, err: credential }, "a new passkey was refused");
    return ask(request.withFaults({ passkey: texts.refused }));
  }
  const codes = await request.change("add_passkey", (unit) => addPasskey(unit, person.userId, { name, credential }));
  if (codes.length === 0) return request.redirectWithNotice(path, "passkey");
  request.sendPage(secondFactorTexts.codesTitle, <RecoveryCodesPage request={request} codes={codes} />);
}

async function remove(request: PageRequest): Promise<void> {
  const { parts, person } = request;
  const id = request.field("id");
  const passkeys = await passkeysOf(parts.database, person.userId);
  const passkey = passkeys.find((one) => one.id === id);
  if (!passkey) throw notFound("passkey", id);
  const factors = await otherFactors(request, passkeys.length);
  if (factors && !(await isConfirmed(request))) return confirm(request, passkey, factors);
  await request.change("remove_passkey", async (unit) => {
    if (!(await removePasskey(unit, person.userId, id))) throw notFound("passkey", id);
  });
  request.redirectWithNotice(path, "passkey-removed");
}

/**
 * What the person can confirm a removal with, beside the password; null where there is only the passkey itself, which may be lost.
 * A session that somebody took over must not lead to an account without a second factor.
 */
async function otherFactors({ parts, person }: PageRequest, passkeyCount: number): Promise<Factors | null> {
  const [codes] = await parts.database.query<{ hasApp: boolean; hasRecoveryCodes: boolean }>(
    `select exists (select from second_factor where user_id = $1) as "hasApp",
       exists (select from recovery_code where user_id = $1) as "hasRecoveryCodes"`,
    [person.userId],
  );
  const hasApp = codes?.hasApp === true;
  const hasCodes = hasApp || codes?.hasRecoveryCodes === true;
  const site = passkeySite(parts.config);
  return hasCodes || (site && passkeyCount > 1) ? { hasApp, hasCodes, site } : null;
}

/** Whether the form has a code, or an answer by one of the passkeys; if it has a wrong one, the page says so. @throws rate_limited */
async function isConfirmed(request: PageRequest): Promise<boolean> {
  const { parts, person, form, requestId } = request;
  if (request.field("code") !== "") return codeIsRight(request);
  const answer = form.get(passkeyField);
  if (!answer) return false;
  await consume(parts.limits.codes, `${person.userId} ${person.sessionId}`, "Too many wrong codes for this account");
  const challenge = await takeChallenge(parts.database, "web_session", person.sessionId);
  const refusal =
    challenge === null
      ? new Error("no challenge waits")
      : await takePasskey(parts.database, siteOf(request), person.userId, { answer, challenge });
  if (refusal === null) return true;
  parts.log.info({ requestId, err: refusal }, "a passkey was refused");
  request.noteSecurity("confirmation_refused", { reason: "passkey" });
  request.withFaults({ passkey: texts.refused });
  return false;
}

async function confirm(request: PageRequest, passkey: Passkey, { site, ...codes }: Factors): Promise<void> {
  const { parts, person } = request;
  const question = site && (await askForPasskey(parts.database, site, person.userId));
  if (question) await keepChallenge(parts.database, "web_session", person.sessionId, question.challenge);
  const page = <RemovePasskeyPage {...{ request, passkey, ...codes }} options={question?.options ?? null} />;
  request.sendPage(texts.confirmTitle, page, passkeyScripts);
}
