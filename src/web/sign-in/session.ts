import type { Context } from "koa";
import { type Account, findAccountId } from "../../accounts/account.js";
import { hasSecondFactor } from "../../accounts/factors/has-factor.js";
import {
  askSecondStep,
  beginSecondStep,
  findSecondStep,
  finishSecondStep,
} from "../../accounts/factors/second-step.js";
import { rememberDevice } from "../../accounts/known-devices.js";
import { accountKey } from "../../accounts/limits/limits.js";
import { type Credentials, checkPassword } from "../../accounts/passwords/check-password.js";
import { addSession, endSession as end, findSession, type SignedIn } from "../../accounts/sessions.js";
import { noteSecurity } from "../note-security.js";
import type { WebParts } from "../parts.js";
import { passkeyField } from "../passkeys/passkey-form.js";
import { readCookie, writeCookie } from "./cookies.js";
import { type PendingStep, pendingField } from "./second-step-form.js";
import type { SignInRefusal } from "./sign-in-form.js";

/** Who is signed in with this browser, or null. */
export async function signedIn({ config, database }: WebParts, ctx: Context): Promise<SignedIn | null> {
  const secret = readCookie(config, ctx, "session");
  return secret ? findSession(database, secret) : null;
}

/**
 * Signs a user in with this browser, under a new id whatever the browser brought.
 * @param account as its password was proved
 * @param organizationId which of the user's organizations the pages show first; null: see `NewSession`
 * @returns false where the password is another by now, or a second factor is asked for: nobody is signed in
 */
export async function startSession(
  parts: WebParts,
  ctx: Context,
  account: Account,
  organizationId: string | null = null,
): Promise<boolean> {
  await endKnownSession(parts, ctx);
  const secret = await addSession(parts.database, { account, userAgent: ctx.get("user-agent"), organizationId });
  if (secret === null) return false;
  writeCookie(parts.config, ctx, "session", secret);
  const device = await rememberDevice(parts.database, account.userId, readCookie(parts.config, ctx, "device"));
  if (device !== null) writeCookie(parts.config, ctx, "device", device);
  return true;
}

/**
 * How an attempt to sign in ended: signed in; asked for the second factor; or refused. `done`: the form was sent twice, and its person is
 * signed in with this browser already.
 */
export type SignIn = { account: Account } | PendingStep | SignInRefusal | "done";

/**
 * Signs in with the address and password of a form, or with the code or passkey that it was asked for after them. The status says where it is
 * refused.
 * @throws rate_limited, before the password or the code is checked
 */
export async function signInWith(parts: WebParts, ctx: Context, form: URLSearchParams): Promise<SignIn> {
  const pending = form.get(pendingField);
  if (pending !== null) return secondStep(parts, ctx, pending, form);
  const email = form.get("email") ?? "";
  const userId = await findAccountId(parts.database, accountKey(email));
  ctx.state.triedAccount = userId;
  const account = await checkPassword(parts.database, parts.limits, {
    email,
    password: form.get("password") ?? "",
    slowed: () => noteSecurity(parts, ctx, "guesses_slowed", { userId }),
    ...placeOf(parts, ctx),
  });
  if (!account) return refuse(parts, ctx, "password");
  if (await hasSecondFactor(parts.database, account.userId))
    return pendingStep(parts, account.userId, await beginSecondStep(parts.database, account), null);
  return finish(parts, ctx, account);
}

async function secondStep(parts: WebParts, ctx: Context, pending: string, form: URLSearchParams): Promise<SignIn> {
  const { device } = placeOf(parts, ctx);
  const userId = (await findSecondStep(parts.database, pending))?.userId;
  ctx.state.triedAccount = userId;
  const passkey = form.get(passkeyField);
  const answer = { token: pending, code: form.get("code") ?? "", passkey, device };
  const found = await finishSecondStep(parts.database, parts, answer);
  if (found === "done" && (await signedIn(parts, ctx))?.userId === userId) return "done";
  if (found === "over" || found === "done" || userId === undefined) {
    refuse(parts, ctx, "late code");
    return "over";
  }
  if (found !== "wrong") return finish(parts, ctx, found);
  const refused = passkey === null ? "code" : "passkey";
  refuse(parts, ctx, refused);
  return pendingStep(parts, userId, pending, refused);
}

const pendingStep = async (
  { database, config }: WebParts,
  userId: string,
  pending: string,
  refused: PendingStep["refused"],
): Promise<PendingStep> => ({
  pending,
  refused,
  passkey: await askSecondStep(database, config, { token: pending, userId }),
});

async function finish(parts: WebParts, ctx: Context, account: Account): Promise<SignIn> {
  if (!(await startSession(parts, ctx, account))) return refuse(parts, ctx, "password");
  noteSecurity(parts, ctx, "signed_in", { userId: account.userId });
  return { account };
}

function refuse(parts: WebParts, ctx: Context, reason: string): "wrong" {
  ctx.status = 401;
  noteSecurity(parts, ctx, "sign_in_refused", { userId: ctx.state.triedAccount, reason });
  return "wrong";
}

/** Where a password is entered: refused ones are counted by it. */
export const placeOf = ({ config }: WebParts, ctx: Context): Pick<Credentials, "ip" | "device"> => ({
  ip: ctx.ip,
  device: readCookie(config, ctx, "device"),
});

/** Signs this browser out. */
export async function endSession(parts: WebParts, ctx: Context): Promise<void> {
  await endKnownSession(parts, ctx);
  writeCookie(parts.config, ctx, "session", null);
}

async function endKnownSession({ config, database }: WebParts, ctx: Context): Promise<void> {
  const secret = readCookie(config, ctx, "session");
  if (secret) await end(database, secret);
}
