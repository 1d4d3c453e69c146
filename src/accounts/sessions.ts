import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { Queries } from "../db/database.js";
import type { Role } from "../domain/vocabulary.js";
import type { Account } from "./account.js";
import { secretHash } from "./secret-hash.js";

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

// Read anew on each request: a session that was ended, a role and a membership count at once.
const sessionQuery = `
  select s.id as "sessionId", u.id as "userId", u.email, u.name, s.organization_id as "organizationId",
    s.last_seen_at < now() - interval '5 minutes' as "isStale",
    coalesce((select json_agg(json_build_object('organizationId', o.id, 'name', o.name, 'role', m.role, 'timezone', o.timezone) order by o.name, o.id)
      from membership m join organization o on o.id = m.organization_id where m.user_id = u.id), '[]') as memberships
  from web_session s join user_account u on u.id = s.user_id
  where s.id_sha256 = $1 and s.expires_at > now() and s.last_seen_at > now() - interval '${longestIdleDays} days'`;

type SessionRow = Omit<SignedIn, "current"> & { organizationId: string | null; isStale: boolean };

/** Whose session a browser's secret belongs to, or null. */
export async function findSession(queries: Queries, secret: string): Promise<SignedIn | null> {
  const [row] = await queries.query<SessionRow>(sessionQuery, [secretHash(secret)]);
  if (!row) return null;
  const { organizationId, isStale, ...person } = row;
  // Not at each request: a read should seldom become a write.
  if (isStale) await queries.query("update web_session set last_seen_at = now() where id = $1", [row.sessionId]);
  const current = person.memberships.find((one) => one.organizationId === organizationId) ?? person.memberships[0];
  return { ...person, current: current ?? null };
}

export interface NewSession {
  /** as its password was proved */
  account: Account;
  /** the browser's own words about itself */
  userAgent: string;
  /** which of the user's organizations the pages show first; null: the first by name */
  organizationId: string | null;
}

/** Begins a session. @returns its secret, for the browser alone; null where the password is another by now */
export async function addSession(
  queries: Queries,
  { account: { userId, passwordHash }, userAgent, organizationId }: NewSession,
): Promise<string | null> {
  const secret = randomBytes(32).toString("base64url");
  // Locked, so that it waits for a new password that is being set, and is ended by one that comes after.
  const made = await queries.query(
    `insert into web_session (id_sha256, id, user_id, browser, organization_id, created_at, last_seen_at, expires_at)
     select $1, $2, u.id, $4, $5, now(), now(), now() + interval '${longestDays} days'
     from user_account u where u.id = $3 and u.password_hash = $6 for share returning id`,
    [secretHash(secret), uuidv7(), userId, userAgent.slice(0, 300) || null, organizationId, passwordHash],
  );
  return made.length === 1 ? secret : null;
}

/** Has the pages show another of the user's organizations. */
export async function showOrganization(queries: Queries, sessionId: string, organizationId: string): Promise<void> {
  await queries.query("update web_session set organization_id = $2 where id = $1", [sessionId, organizationId]);
}

/** Ends the session with this secret. */
export async function endSession(queries: Queries, secret: string): Promise<void> {
  await queries.query("delete from web_session where id_sha256 = $1", [secretHash(secret)]);
}

/** Removes the sessions that nobody can use any more. */
export async function deleteOldSessions(queries: Queries): Promise<void> {
  await queries.query(
    `delete from web_session where expires_at < now() or last_seen_at < now() - interval '${longestIdleDays} days'`,
  );
}
