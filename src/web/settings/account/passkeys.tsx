import type Router from "@koa/router";
import { inSession, takeChallenge } from "../../../accounts/factors/challenges.js";
import {
  askForNewPasskey,
  type PasskeySite,
  passkeySite,
  readNewPasskey,
} from "../../../accounts/factors/passkey-answers.js";
import { addPasskey, passkeysOf, removePasskey } from "../../../accounts/factors/passkeys.js";
import { notFound } from "../../../domain/errors.js";
import type { WebParts } from "../../parts.js";
import { passkeyField, passkeyScripts } from "../../passkeys/passkey-form.js";
import type { PageRequest } from "../page-request.js";
import { signedInHandler } from "../signed-in-handler.js";
import { factorsOf, isConfirmed } from "./confirm-factor.js";
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

/** Who has a factor confirms with it: a session that somebody took over must not lead to another's passkey. */
async function ask(request: PageRequest): Promise<void> {
  const factors = await factorsOf(request);
  const purpose = { action: `${path}/passkey`, lead: texts.confirmAdding, button: secondFactorTexts.goOn };
  if (factors && !(await isConfirmed(request, factors, purpose))) return;
  await offer(request);
}

/** Asks the browser for a passkey, of a person who has confirmed. */
async function offer(request: PageRequest): Promise<void> {
  const { parts, person } = request;
  const waiting = inSession(person.sessionId, "new passkey");
  const options = await askForNewPasskey(parts.database, siteOf(request), person, waiting);
  request.sendPage(texts.add, <AddPasskeyPage request={request} options={options} />, passkeyScripts);
}

async function add(request: PageRequest): Promise<void> {
  const { parts, person, form, requestId } = request;
  const name = request.field("name").slice(0, maxPasskeyName).toWellFormed();
  const challenge = await takeChallenge(parts.database, inSession(person.sessionId, "new passkey"));
  if (challenge === null) {
    // It answers no question of ours.
    form.delete(passkeyField);
    return ask(request.withFaults({ passkey: texts.refused }));
  }
  if (name === "") return offer(request.withFaults({ name: texts.noName }));
  const credential = await readNewPasskey(siteOf(request), { answer: form.get(passkeyField) ?? "", challenge });
  if (credential instanceof Error) {
    parts.log.info({ requestId, err: credential }, "a new passkey was refused");
    return offer(request.withFaults({ passkey: texts.refused }));
  }
  const { userId, sessionId } = person;
  const codes = await request.change("add_passkey", (unit) =>
    addPasskey(unit, userId, { name, credential, sessionId }),
  );
  if (codes.length === 0) return request.redirectWithNotice(path, "passkey");
  request.sendPage(secondFactorTexts.codesTitle, <RecoveryCodesPage request={request} codes={codes} />);
}

/** Without a confirmation where there is only the passkey itself, which may be lost. */
async function remove(request: PageRequest): Promise<void> {
  const { parts, person } = request;
  const id = request.field("id");
  const passkeys = await passkeysOf(parts.database, person.userId);
  const passkey = passkeys.find((one) => one.id === id);
  if (!passkey) throw notFound("passkey", id);
  const factors = await factorsOf(request, id);
  const purpose = {
    action: `${path}/passkey-remove`,
    lead: texts.confirmLead,
    about: passkey.name,
    button: texts.removeYes,
    fields: { id },
    isDangerous: true,
  };
  if (factors && !(await isConfirmed(request, factors, purpose))) return;
  await request.change("remove_passkey", async (unit) => {
    if (!(await removePasskey(unit, person.userId, id))) throw notFound("passkey", id);
  });
  request.redirectWithNotice(path, "passkey-removed");
}
