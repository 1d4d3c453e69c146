import { createHmac } from "node:crypto";
import type Router from "@koa/router";
import { inSession, keepChallenge, takeChallenge } from "../../../accounts/factors/challenges.js";
import { renewRecoveryCodes } from "../../../accounts/factors/recovery-codes.js";
import {
  describeFactor,
  isFactorSecret,
  type NewFactor,
  newFactor,
  turnOff,
  turnOn,
  wasTurnedOn,
} from "../../../accounts/factors/second-factor.js";
import { secretHash } from "../../../accounts/secret-hash.js";
import type { WebParts } from "../../parts.js";
import type { PageRequest } from "../page-request.js";
import { signedInHandler } from "../signed-in-handler.js";
import { codeIsRight, factorsOf, isConfirmed } from "./confirm-factor.js";
import { RecoveryCodesPage, SetUpPage } from "./second-factor-pages.js";
import { secondFactorTexts as texts } from "./second-factor-texts.js";

const path = "/settings/account";
type Show = (request: PageRequest) => Promise<void>;

/** Setting up a second factor, and turning it off. @param show the account page */
export function secondFactorRoutes(parts: WebParts, router: Router, show: Show): void {
  const handler = (handle: Show) => signedInHandler(parts, { subject: "person", asksPassword: true }, handle);
  router.post(`${path}/second-factor`, handler(setUp));
  router.post(`${path}/second-factor-on`, handler(activate));
  router.post(
    `${path}/second-factor-off`,
    handler((request) => deactivate(request, show)),
  );
  router.post(
    `${path}/recovery-codes`,
    handler((request) => renewCodes(request, show)),
  );
}

/**
 * A new secret, which the form carries until a code proves that the app has it. Who has passkeys confirms with one: a session that somebody
 * took over must not lead to another's app.
 */
async function setUp(request: PageRequest): Promise<void> {
  const factors = await factorsOf(request);
  const purpose = { action: `${path}/second-factor`, lead: texts.confirmSetUp, button: texts.goOn };
  if (factors && !(await isConfirmed(request, factors, purpose))) return;
  await offer(request, newFactor(request.person.email));
}

async function offer(request: PageRequest, factor: NewFactor): Promise<void> {
  const { parts, person } = request;
  await keepChallenge(parts.database, inSession(person.sessionId, "new app"), hashOf(factor.secret));
  request.sendPage(texts.setUpTitle, <SetUpPage request={request} factor={factor} />);
}

const hashOf = (secret: string): string => secretHash(secret).toString("hex");

async function activate(request: PageRequest): Promise<void> {
  const { parts, person, form } = request;
  const secret = request.field("secret");
  const isOffered = (await takeChallenge(parts.database, inSession(person.sessionId, "new app"))) === hashOf(secret);
  const code = request.field("code");
  const isExpected = async () =>
    // Without another factor there is none to be taken over, and the form may be answered late.
    isOffered ||
    (await wasTurnedOn(parts.database, parts.config, person.userId, { secret, code })) ||
    !(await factorsOf(request));
  if (!isFactorSecret(secret) || !(await isExpected())) {
    form.delete("code");
    return setUp(request);
  }
  const { userId, sessionId } = person;
  const codes = await request.change("turn_on_second_factor", (unit) =>
    turnOn(unit, parts.config, userId, { secret, code, seed: seedFor(request, secret), sessionId }),
  );
  if (codes?.length === 0) return request.redirectWithNotice(path, "factor-on");
  if (codes) return request.sendPage(texts.codesTitle, <RecoveryCodesPage request={request} codes={codes} />);
  request.withFaults({ code: texts.wrongCode });
  await offer(request, describeFactor(secret, person.email));
}

/** Of the recovery codes: the same one if the form is sent again from the same session. Nothing that is stored leads to it. */
const seedFor = ({ sessionSecret }: PageRequest, secret: string): Buffer =>
  createHmac("sha256", sessionSecret).update(`recovery codes beside ${secret}`).digest();

async function deactivate(request: PageRequest, show: Show): Promise<void> {
  if (!(await codeIsRight(request))) return show(request);
  await request.change("turn_off_second_factor", (unit) => turnOff(unit, request.person.userId));
  request.redirectWithNotice(path, "factor-off");
}

async function renewCodes(request: PageRequest, show: Show): Promise<void> {
  if (!(await codeIsRight(request))) return show(request);
  const codes = await request.change("renew_recovery_codes", (unit) => renewRecoveryCodes(unit, request.person.userId));
  request.sendPage(texts.codesTitle, <RecoveryCodesPage request={request} codes={codes} areNew />);
}
