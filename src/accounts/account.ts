import type { NoticeKind } from "../contracts/send-account-mail.js";
import type { Change } from "../db/audit.js";
import type { Queries } from "../db/database.js";
import { newId } from "../db/new-id.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { conflict, invalid, notFound } from "../domain/errors.js";
import { beginningOf } from "../domain/text/shortened.js";
import { mailNotice } from "./account-notices.js";
import { endConnectionsOf } from "./connections.js";
import { checkNewPassword, type PasswordOwner } from "./passwords/new-password.js";
import { hashPassword, passwordLength } from "./passwords/password.js";

/** A person who has proved to know the password. */
export interface Account {
  userId: string;
  /** of the password that was proved; the proof is void once the account has another hash */
  passwordHash: string;
  /** the person gave a second factor as well */
  gaveFactor?: boolean;
}

export interface NewAccount {
  email: string;
  name?: string;
  /** at least 12 characters, and not easy to guess */
  password?: string;
  userId?: string;
}

/** The id of the user with this e-mail address, in upper or lower case; null if there is none. */
export async function findAccountId(queries: Queries, email: string): Promise<string | null> {
  const [row] = await queries.query<{ id: string }>("select id from user_account where lower(email) = lower($1)", [
    email,
  ]);
  return row?.id ?? null;
}

/**
 * @returns the user's id
 * @throws invalid_input without a name or a valid password; conflict if the address is taken at the same moment
 */
export async function createAccount(
  unit: UnitOfWork,
  { email, password, userId = newId(), ...given }: NewAccount,
): Promise<string> {
  const name = given.name?.trim();
  if (!name) throw invalid("A new user needs a name.");
  if (password === undefined)
    throw invalid(`A new user needs a password of at least ${passwordLength.shortest} characters.`);
  await checkNewPassword(password, { name, email });
  const [created] = await unit.execute<{ id: string }>(
    `insert into user_account (id, email, name, password_hash, created_at) values ($1, $2, $3, $4, $5)
     on conflict (lower(email)) do nothing returning id`,
    [userId, email, name, await hashPassword(password), unit.now],
  );
  if (!created) throw conflict(`Somebody else is creating ${email} at this moment; try again.`);
  unit.note({ record: "user_account", id: userId, op: "create", after: { email, name } });
  return userId;
}

/** Locks a person's account, so that its password can't change until the unit ends. @throws not_found */
export async function lockAccount(unit: UnitOfWork, userId: string): Promise<Account> {
  const [account] = await unit.execute<Account>(
    `select id as "userId", password_hash as "passwordHash" from user_account where id = $1 for no key update`,
    [userId],
  );
  if (!account) throw notFound("userId", userId);
  return account;
}

/**
 * Gives a person a new password, and ends everything that the old one gave access to: sessions, links for resetting the password, and
 * connected apps. The change is recorded in the audit log of every organization that the person belongs to.
 * @param account locked
 * @throws invalid_input for a password that is too short, too long or easy to guess
 */
export async function renewPassword(
  unit: UnitOfWork,
  { userId }: Account,
  password: string,
  requestId: string | null,
): Promise<Account> {
  const [owner] = await unit.execute<PasswordOwner>("select name, email from user_account where id = $1", [userId]);
  if (!owner) throw notFound("userId", userId);
  await checkNewPassword(password, owner);
  const passwordHash = await hashPassword(password);
  await unit.execute("update user_account set password_hash = $2 where id = $1", [userId, passwordHash]);
  await endSessions(unit, userId);
  await unit.execute("delete from second_step where user_id = $1", [userId]);
  await unit.execute("delete from known_device where user_id = $1", [userId]);
  await unit.execute("delete from account_link where kind = 'password_reset' and user_id = $1 and used_at is null", [
    userId,
  ]);
  await recordAccountChange(unit, userId, { after: { password: "changed" } }, "password_changed");
  // After the sessions have ended: an approval needs one, so no app can be connected in between.
  await endConnectionsOf(unit, userId, requestId);
  return { userId, passwordHash };
}

/** A person's name as it is kept: its first 200 characters. */
export const personName = (typed: string): string => beginningOf(typed.trim(), 200);

/** Changes a person's name; only its first 200 characters are kept. @throws invalid_input for a blank name */
export async function renameAccount(unit: UnitOfWork, userId: string, name: string): Promise<void> {
  const after = { name: personName(name) };
  if (after.name === "") throw invalid("A person needs a name.", "Serve un nome.");
  await recordInAllOrganizations(unit, userId);
  const [before] = await unit.execute<{ name: string }>("select name from user_account where id = $1 for update", [
    userId,
  ]);
  if (before?.name === after.name) return;
  await unit.execute("update user_account set name = $2 where id = $1", [userId, after.name]);
  unit.note({ record: "user_account", id: userId, op: "update", ...(before ? { before } : {}), after });
}

/** Signs a person out of all browsers. @param keptId a session that stays @returns how many sessions ended */
export async function endSessions(unit: UnitOfWork, userId: string, keptId: string | null = null): Promise<number> {
  const ended = await unit.execute(
    "delete from web_session where user_id = $1 and id is distinct from $2 returning id",
    [userId, keptId],
  );
  return ended.length;
}

/**
 * Records the unit's changes in the audit log of every organization that a person belongs to: an account is not one
 * organization's.
 */
export async function recordInAllOrganizations(unit: UnitOfWork, userId: string): Promise<void> {
  const rows = await unit.execute<{ id: string }>(
    "select organization_id as id from membership where user_id = $1 order by organization_id",
    [userId],
  );
  unit.recordIn(rows.map(({ id }) => id));
}

/**
 * Records what matters to the security of a person's account in the audit logs of all their organizations, and tells the person by mail.
 * @param about what the mail names, such as the passkey
 */
export async function recordAccountChange(
  unit: UnitOfWork,
  userId: string,
  change: Pick<Change, "before" | "after">,
  notice: NoticeKind,
  about: string | null = null,
): Promise<void> {
  await recordInAllOrganizations(unit, userId);
  unit.note({ record: "user_account", id: userId, op: "update", ...change });
  await mailNotice(unit, userId, notice, about);
}
