import { Secret, TOTP } from "otpauth";
import type { TestMember } from "./factories.js";
import { signedIn, type VisitedPage, type Visitor } from "./visitor.js";

/** The code that an app with this secret shows so many seconds from now. */
export const codeOf = (secret: string, inSeconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + inSeconds * 1_000 });

/** The secret for an app that a page shows. */
export const secretOn = ({ html }: VisitedPage): string => /name="secret" value="([A-Z2-7]{32})"/.exec(html)?.[1] ?? "";
/** The recovery codes that a page shows. */
export const recoveryCodesOn = ({ text }: VisitedPage): string[] =>
  text.match(/\b([a-z2-7]{4}-){3}[a-z2-7]{4}\b/g) ?? [];

/** Turns on a member's second factor, on the pages. @param browser where the member is signed in already @returns its secret and recovery codes */
export async function withSecondFactor(
  api: { url: string },
  member: Pick<TestMember, "email">,
  browser?: Visitor,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const me = browser ?? (await signedIn(api, member));
  await me.visit("/settings/account");
  await me.submit("/settings/account/second-factor");
  const secret = secretOn(me.page);
  await me.submit("/settings/account/second-factor-on", { code: codeOf(secret) });
  return { secret, recoveryCodes: recoveryCodesOn(me.page) };
}
