import type { Queries } from "../db/database.js";
import { newId } from "../db/new-id.js";
import type { Role } from "../domain/vocabulary.js";
import type { Account } from "./account.js";
import { hasFactor, hasSecondFactor } from "./factors/has-factor.js";
import { newSecret, secretHash } from "./secret-hash.js";

const longestDays = 30;
const longestIdleDays = 7;
/** How long a password, once given, also opens what asks for it again. */
const proofMinutes = 15;

/** An organization that a person belongs to. */
export interface Membership {
  organizationId: string;
  name: string;
  role: Role;
  timezone: string;
}

/** The person who is signed in with a browser, as currently stored. */
export interface SignedIn {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  /** the password was given within the last minutes */
  isProved: boolean;
  /** an organization of the person's requires a second factor, and there is none yet */
  needsSecondFactor: boolean;
  /** ordered by the organization's name */
  memberships: Membership[];
  /** the organization that the pages show; null for a person who belongs to none */
  current: Membership | null;
}

// Read on each request, so that an ended session, a changed role or an ended membership takes effect at once.
const sessionQuery = `
  select s.id as "sessionId", u.id as "userId", u.email, u.name, s.organization_id as "organizationId",
    exists (select from membership m join organization o on o.id = m.organization_id where m.user_id = u.id
        and (o.require_second_factor = 'all' or o.require_second_factor = 'owners' and m.role = 'owner'))
      and not ${hasFactor("u.id")} as "needsSecondFactor",
    s.last_seen_at < now() - interval '5 minutes' as "isStale",
    coalesce(s.proved_at, s.created_at) > now() - interval '${proofMinutes} minutes' as "isProved",
    coalesce((select json_agg(json_build_object('organizationId', o.id, 'name', o.name, 'role', m.role, 'timezone', o.timezone) order by o.name, o.id)
      from membership m join organization o on o.id = m.organization_id where m.user_id = u.id), '[]') as memberships
  from web_session s join user_account u on u.id = s.user_id
  where s.id_sha256 = $1 and s.expires_at > now() and s.last_seen_at > now() - interval '${longestIdleDays} days'`;

type SessionRow = Omit<SignedIn, "current"> & { organizationId: string | null; isStale: boolean };

/** The person whose session has this secret; null if there is none, or it has expired. */
export async function findSession(queries: Queries, secret: string): Promise<SignedIn | null> {
  const [row] = await queries.query<SessionRow>(sessionQuery, [secretHash(secret)]);
  if (!row) return null;
  const { organizationId, isStale, ...person } = row;
  // At most once in five minutes, since a read should seldom cause a write.
  if (isStale) await queries.query("update web_session set last_seen_at = now() where id = $1", [row.sessionId]);
  const { memberships } = person;
  const chosen = memberships.find((membership) => membership.organizationId === organizationId);
  const own = memberships.find(({ role }) => role !== "guest");
  return { ...person, current: chosen ?? own ?? memberships[0] ?? null };
}

export interface NewSession {
  /** whose password was just proved */
  account: Account;
  /** as the browser sent it; stored up to 300 characters */
  userAgent: string;
  /** which of the user's organizations the pages show first; null: the first by name, where possible one that the user is no guest of */
  organizationId: string | null;
}

/** Begins a session. @returns its secret, for the browser alone; null if the password was changed meanwhile, or a second factor turned on */
export async function addSession(
  queries: Queries,
  { account: { userId, passwordHash, gaveFactor = false }, userAgent, organizationId }: NewSession,
): Promise<string | null> {
  const secret = newSecret();
  // Locked: it waits for a password change that is under way, and a later password change finds this session and ends it.
  const inserted = await queries.query(
    `insert into web_session (id_sha256, id, user_id, browser, organization_id, created_at, last_seen_at, expires_at)
     select $1, $2, u.id, $4, $5, now(), now(), now() + interval '${longestDays} days'
     from user_account u where u.id = $3 and u.password_hash = $6 for share returning id`,
    [secretHash(secret), newId(), userId, userAgent.slice(0, 300) || null, organizationId, passwordHash],
  );
  if (inserted.length === 0) return null;
  // What was locked may have been the turning on: it has ended the sessions before this one.
  if (!gaveFactor && (await hasSecondFactor(queries, userId))) {
    await endSession(queries, secret);
    return null;
  }
  return secret;
}

/** Sets which of the user's organizations the pages show. */
export async function showOrganization(queries: Queries, sessionId: string, organizationId: string): Promise<void> {
  await queries.query("update web_session set organization_id = $2 where id = $1", [sessionId, organizationId]);
}

/** Notes that the session's person has just given the password again. */
export async function proveSession(queries: Queries, sessionId: string): Promise<void> {
  await queries.query("update web_session set proved_at = now() where id = $1", [sessionId]);
}

/** Ends the session with this secret. */
export async function endSession(queries: Queries, secret: string): Promise<void> {
  await queries.query("delete from web_session where id_sha256 = $1", [secretHash(secret)]);
}

/** Deletes the sessions that have expired or were idle for too long. */
export async function deleteOldSessions(queries: Queries): Promise<void> {
  await queries.query(
    `delete from web_session where expires_at < now() or last_seen_at < now() - interval '${longestIdleDays} days'`,
  );
}
