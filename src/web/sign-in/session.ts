import type { Context } from "koa";
import type { Account } from "../../accounts/account.js";
import { type Credentials, checkPassword } from "../../accounts/check-password.js";
import { rememberDevice } from "../../accounts/known-devices.js";
import { addSession, endSession as end, findSession, type SignedIn } from "../../accounts/sessions.js";
import type { WebParts } from "../parts.js";
import { readCookie, writeCookie } from "./cookies.js";

/** Who is signed in with this browser, or null. */
export async function signedIn({ config, database }: WebParts, ctx: Context): Promise<SignedIn | null> {
  const secret = readCookie(config, ctx, "session");
  return secret ? findSession(database, secret) : null;
}

/**
 * Signs a user in with this browser, under a new id whatever the browser brought.
 * @param account as its password was proved
 * @param organizationId which of the user's organizations the pages show first; null: the first by name
 * @returns false where the password is another by now: nobody is signed in
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
 * Signs in with the address and password of a form.
 * @returns whose account it is; null where they are refused, with the status that says so
 * @throws rate_limited, before the password is checked
 */
export async function signInWith(parts: WebParts, ctx: Context, form: URLSearchParams): Promise<Account | null> {
  const account = await checkPassword(parts.database, parts.limits, {
    email: form.get("email") ?? "",
    password: form.get("password") ?? "",
    ...placeOf(parts, ctx),
  });
  if (account && (await startSession(parts, ctx, account))) return account;
  ctx.status = 401;
  return null;
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
