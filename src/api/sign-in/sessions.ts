import { createHash, randomBytes } from "node:crypto";
import type { Context } from "koa";
import type { DataSource } from "typeorm";
import { v7 as uuidv7 } from "uuid";
import type { Account } from "../../db/account.js";
import { poolOf } from "../../db/data-source.js";
import type { Role } from "../../domain/vocabulary.js";
import type { App } from "../app.js";
import { readCookie, writeCookie } from "./cookies.js";

const longestDays = 30;
const longestIdleDays = 7;

/** An organization that somebody belongs to. */
export interface Membership {
  organizationId: string;
  name: string;
  role: Role;
  timezone: string;
}

/** Who is signed in with a browser, as of now. */
export interface SignedIn {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  /** by name */
  memberships: Membership[];
  /** the organization that the pages show; null for somebody who belongs to none */
  current: Membership | null;
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

// Read anew on each request: a session that was ended, a role and a membership count at once.
const sessionQuery = {
  name: "signed-in",
  text: `
    select s.id as "sessionId", u.id as "userId", u.email, u.name, s.organization_id as "organizationId",
      s.last_seen_at < now() - interval '5 minutes' as "isStale",
      coalesce((select json_agg(json_build_object('organizationId', o.id, 'name', o.name, 'role', m.role, 'timezone', o.timezone) order by o.name, o.id)
        from membership m join organization o on o.id = m.organization_id where m.user_id = u.id), '[]') as memberships
    from web_session s join user_account u on u.id = s.user_id
    where s.id_sha256 = $1 and s.expires_at > now() and s.last_seen_at > now() - interval '${longestIdleDays} days'`,
};

type SessionRow = Omit<SignedIn, "current"> & { organizationId: string | null; isStale: boolean };

/** Who is signed in with this browser, or null. */
export async function signedIn(app: App, ctx: Context): Promise<SignedIn | null> {
  const secret = readCookie(app.config, ctx, "session");
  if (!secret) return null;
  const pool = poolOf(app.dataSource);
  const { rows } = await pool.query<SessionRow>({ ...sessionQuery, values: [sha256(secret)] });
  const [row] = rows;
  if (!row) return null;
  const { organizationId, isStale, ...person } = row;
  // Not at each request: a read should seldom become a write.
  if (isStale) await pool.query("update web_session set last_seen_at = now() where id = $1", [row.sessionId]);
  const current = person.memberships.find((one) => one.organizationId === organizationId) ?? person.memberships[0];
  return { ...person, current: current ?? null };
}

/**
 * Signs a user in with this browser, under a new id whatever the browser brought.
 * @param account as its password was proved
 * @param organizationId which of the user's organizations the pages show first; unset: the first by name
 * @returns false where the password is another by now: nobody is signed in
 */
export async function startSession(
  app: App,
  ctx: Context,
  { userId, passwordHash }: Account,
  organizationId: string | null = null,
): Promise<boolean> {
  await forget(app, ctx);
  const secret = randomBytes(32).toString("base64url");
  // Locked, so that it waits for a new password that is being set, and is ended by one that comes after.
  const { rowCount } = await poolOf(app.dataSource).query(
    `insert into web_session (id_sha256, id, user_id, browser, organization_id, created_at, last_seen_at, expires_at)
     select $1, $2, u.id, $4, $5, now(), now(), now() + interval '${longestDays} days'
     from user_account u where u.id = $3 and u.password_hash = $6 for share`,
    [sha256(secret), uuidv7(), userId, ctx.get("user-agent").slice(0, 300) || null, organizationId, passwordHash],
  );
  if (rowCount !== 1) return false;
  writeCookie(app.config, ctx, "session", secret);
  return true;
}

/** Has the pages show another of the user's organizations. */
export async function showOrganization(app: App, sessionId: string, organizationId: string): Promise<void> {
  await poolOf(app.dataSource).query("update web_session set organization_id = $2 where id = $1", [
    sessionId,
    organizationId,
  ]);
}

/** Signs this browser out. */
export async function endSession(app: App, ctx: Context): Promise<void> {
  await forget(app, ctx);
  writeCookie(app.config, ctx, "session", null);
}

async function forget(app: App, ctx: Context): Promise<void> {
  const secret = readCookie(app.config, ctx, "session");
  if (secret) await poolOf(app.dataSource).query("delete from web_session where id_sha256 = $1", [sha256(secret)]);
}

/** Removes the sessions that nobody can use any more. */
export async function forgetOldSessions(dataSource: DataSource): Promise<void> {
  await poolOf(dataSource).query(
    `delete from web_session where expires_at < now() or last_seen_at < now() - interval '${longestIdleDays} days'`,
  );
}
