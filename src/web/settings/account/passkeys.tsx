import type Router from "@koa/router";
import { keepChallenge, takeChallenge } from "../../../accounts/challenges.js";
import { askForNewPasskey, type PasskeySite, passkeySite, readNewPasskey } from "../../../accounts/passkey-answers.js";
import { addPasskey, removePasskey } from "../../../accounts/passkeys.js";
import { notFound } from "../../../domain/errors.js";
import type { WebParts } from "../../parts.js";
import { passkeyField, passkeyScripts } from "../../passkeys/passkey-form.js";
import type { PageRequest } from "../page-request.js";
import { signedInHandler } from "../signed-in-handler.js";
import { AddPasskeyPage, maxPasskeyName } from "./passkey-pages.js";
import { passkeyTexts as texts } from "./passkey-texts.js";
import { RecoveryCodesPage } from "./second-factor-pages.js";
import { secondFactorTexts } from "./second-factor-texts.js";

const path = "/settings/account";

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
  const id = request.field("id");
  await request.change("remove_passkey", async (unit) => {
    if (!(await removePasskey(unit, request.person.userId, id))) throw notFound("passkey", id);
  });
  request.redirectWithNotice(path, "passkey-removed");
}
