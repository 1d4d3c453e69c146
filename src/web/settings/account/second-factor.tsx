import type Router from "@koa/router";
import { consume } from "../../../accounts/limits.js";
import { renewRecoveryCodes } from "../../../accounts/recovery-codes.js";
import {
  describeFactor,
  isFactorSecret,
  newFactor,
  takeCode,
  turnOff,
  turnOn,
} from "../../../accounts/second-factor.js";
import type { WebParts } from "../../parts.js";
import type { PageRequest } from "../page-request.js";
import { signedInHandler } from "../signed-in-handler.js";
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

/** A new secret, which the form carries until a code proves that the app has it. */
async function setUp(request: PageRequest): Promise<void> {
  const factor = newFactor(request.person.email);
  request.sendPage(texts.setUpTitle, <SetUpPage request={request} factor={factor} />);
}

async function activate(request: PageRequest): Promise<void> {
  const { parts, person } = request;
  const secret = request.field("secret");
  if (!isFactorSecret(secret)) return setUp(request);
  const code = request.field("code");
  const codes = await request.change("turn_on_second_factor", (unit) =>
    turnOn(unit, parts.config, person.userId, { secret, code }),
  );
  if (codes?.length === 0) return request.redirectWithNotice(path, "factor-on");
  if (codes) return request.sendPage(texts.codesTitle, <RecoveryCodesPage request={request} codes={codes} />);
  request.withFaults({ code: texts.wrongCode });
  request.sendPage(texts.setUpTitle, <SetUpPage request={request} factor={describeFactor(secret, person.email)} />);
}

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

/** Whether the form has a code of the second factor, which it uses up; if not, the page says so. @throws rate_limited */
export async function codeIsRight(request: PageRequest): Promise<boolean> {
  const { parts, person } = request;
  await consume(parts.limits.codes, `${person.userId} ${person.sessionId}`, "Too many wrong codes for this account");
  if (await takeCode(parts.database, parts.config, person.userId, request.field("code"))) return true;
  request.noteSecurity("confirmation_refused", { reason: "code" });
  request.withFaults({ code: texts.wrongCode });
  return false;
}
