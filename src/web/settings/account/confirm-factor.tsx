import { inSession } from "../../../accounts/factors/challenges.js";
import {
  askForPasskey,
  type PasskeySite,
  passkeySite,
  takePasskey,
} from "../../../accounts/factors/passkey-answers.js";
import { takeCode } from "../../../accounts/factors/second-factor.js";
import { consume } from "../../../accounts/limits/limits.js";
import { passkeyField, passkeyScripts } from "../../passkeys/passkey-form.js";
import type { PageRequest } from "../page-request.js";
import { type Confirmation, ConfirmPage } from "./confirm-page.js";
import { passkeyTexts } from "./passkey-texts.js";
import { secondFactorTexts } from "./second-factor-texts.js";

/** What a person can confirm with, beside the password. */
interface Factors {
  hasApp: boolean;
  /** an app, or recovery codes */
  hasCodes: boolean;
  /** where passkeys can be used; null: browsers offer none */
  site: PasskeySite | null;
}

/** @param exceptPasskey one that isn't enough by itself, since it may be lost @returns null where there is nothing to confirm with */
export async function factorsOf({ parts, person }: PageRequest, exceptPasskey = ""): Promise<Factors | null> {
  const [found] = await parts.database.query<Record<"hasApp" | "hasRecoveryCodes" | "hasPasskeys", boolean>>(
    `select exists (select from second_factor where user_id = $1) as "hasApp",
       exists (select from recovery_code where user_id = $1) as "hasRecoveryCodes",
       exists (select from passkey where user_id = $1 and credential_id <> $2) as "hasPasskeys"`,
    [person.userId, exceptPasskey],
  );
  const hasApp = found?.hasApp === true;
  const hasCodes = hasApp || found?.hasRecoveryCodes === true;
  const site = passkeySite(parts.config);
  return hasCodes || (site && found?.hasPasskeys) ? { hasApp, hasCodes, site } : null;
}

/** Whether the form has a code, or an answer by one of the passkeys; if not, it sends a page that asks for one. @throws rate_limited */
export async function isConfirmed(
  request: PageRequest,
  factors: Factors,
  confirmation: Confirmation,
): Promise<boolean> {
  if (await isAnswered(request, factors)) return true;
  const { parts, person } = request;
  const { site, ...codes } = factors;
  const waiting = inSession(person.sessionId, "known");
  const options = site && (await askForPasskey(parts.database, site, person.userId, waiting));
  const page = <ConfirmPage {...{ request, options, ...codes, ...confirmation }} />;
  request.sendPage(passkeyTexts.confirmTitle, page, passkeyScripts);
  return false;
}

async function isAnswered(request: PageRequest, { site }: Factors): Promise<boolean> {
  const { parts, person, form, requestId } = request;
  if (request.field("code") !== "") return codeIsRight(request);
  const answer = form.get(passkeyField);
  if (!answer || !site) return false;
  await countAttempt(request);
  const waiting = inSession(person.sessionId, "known");
  const refusal = await takePasskey(parts.database, site, person.userId, waiting, answer);
  if (refusal === null) return true;
  parts.log.info({ requestId, err: refusal }, "a passkey was refused");
  request.noteSecurity("confirmation_refused", { reason: "passkey" });
  request.withFaults({ passkey: passkeyTexts.refused });
  return false;
}

/** @throws rate_limited */
const countAttempt = ({ parts, person }: PageRequest): Promise<void> =>
  consume(parts.limits.codes, `${person.userId} ${person.sessionId}`, "Too many wrong codes for this account");

/** Whether the form has a code of the second factor, which it uses up; if not, the page says so. @throws rate_limited */
export async function codeIsRight(request: PageRequest): Promise<boolean> {
  const { parts, person } = request;
  await countAttempt(request);
  if (await takeCode(parts.database, parts.config, person.userId, request.field("code"))) return true;
  request.noteSecurity("confirmation_refused", { reason: "code" });
  request.withFaults({ code: secondFactorTexts.wrongCode });
  return false;
}
