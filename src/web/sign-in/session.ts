import type { Context } from "koa";
import type { Account } from "../../accounts/account.js";
import { addSession, endSession as end, findSession, type SignedIn } from "../../accounts/sessions.js";
import type { WebParts } from "../parts.js";
import { readCookie, writeCookie } from "./cookies.js";

type Parts = Pick<WebParts, "config" | "database">;

/** Who is signed in with this browser, or null. */
export async function signedIn({ config, database }: Parts, ctx: Context): Promise<SignedIn | null> {
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
  parts: Parts,
  ctx: Context,
  account: Account,
  organizationId: string | null = null,
): Promise<boolean> {
  await endKnownSession(parts, ctx);
  const secret = await addSession(parts.database, { account, userAgent: ctx.get("user-agent"), organizationId });
  if (secret === null) return false;
  writeCookie(parts.config, ctx, "session", secret);
  return true;
}

/** Signs this browser out. */
export async function endSession(parts: Parts, ctx: Context): Promise<void> {
  await endKnownSession(parts, ctx);
  writeCookie(parts.config, ctx, "session", null);
}

async function endKnownSession({ config, database }: Parts, ctx: Context): Promise<void> {
  const secret = readCookie(config, ctx, "session");
  if (secret) await end(database, secret);
}
