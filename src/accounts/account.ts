import type { UnitOfWork } from "../db/unit-of-work.js";
import { invalid, notFound } from "../domain/errors.js";
import { hashPassword } from "./password.js";
import { checkPasswordLength } from "./people.js";

/** Somebody who proved to know the password. */
export interface Account {
  userId: string;
  /** of the password that was proved; once it is another, the proof counts no more */
  passwordHash: string;
}

/** Holds a person's password as it is until the change is over. @throws not_found */
export async function lockAccount(unit: UnitOfWork, userId: string): Promise<Account> {
  const [account] = await unit.execute<Account>(
    `select id as "userId", password_hash as "passwordHash" from user_account where id = $1 for no key update`,
    [userId],
  );
  if (!account) throw notFound("userId", userId);
  return account;
}

/**
 * Gives a person a new password, and ends what the old one opened: all sessions, and the links for another password. The audit
 * log of every organization that the person belongs to keeps it.
 * @param account locked
 * @throws invalid_input for one that is too short or too long
 */
export async function setPassword(unit: UnitOfWork, { userId }: Account, password: string): Promise<Account> {
  checkPasswordLength(password);
  await recordInAllOrganizations(unit, userId);
  const passwordHash = await hashPassword(password);
  await unit.execute("update user_account set password_hash = $2 where id = $1", [userId, passwordHash]);
  await endSessions(unit, userId);
  await unit.execute("delete from account_link where kind = 'password_reset' and user_id = $1 and used_at is null", [
    userId,
  ]);
  unit.note({ record: "user_account", id: userId, op: "update", after: { password: "changed" } });
  return { userId, passwordHash };
}

/** @throws invalid_input for a blank name */
export async function rename(unit: UnitOfWork, userId: string, name: string): Promise<void> {
  const after = { name: name.trim().slice(0, 200) };
  if (after.name === "") throw invalid("A person needs a name.", "Serve un nome.");
  await recordInAllOrganizations(unit, userId);
  const [before] = await unit.execute<{ name: string }>("select name from user_account where id = $1 for update", [
    userId,
  ]);
  if (before?.name === after.name) return;
  await unit.execute("update user_account set name = $2 where id = $1", [userId, after.name]);
  unit.note({ record: "user_account", id: userId, op: "update", ...(before ? { before } : {}), after });
}

/** Signs a person out of all browsers. @returns how many sessions ended */
export async function endSessions(unit: UnitOfWork, userId: string): Promise<number> {
  return (await unit.execute("delete from web_session where user_id = $1 returning id", [userId])).length;
}

/** An account belongs to a person, who may belong to several organizations: the audit log of each keeps the change. */
export async function recordInAllOrganizations(unit: UnitOfWork, userId: string): Promise<void> {
  const rows = await unit.execute<{ id: string }>(
    "select organization_id as id from membership where user_id = $1 order by organization_id",
    [userId],
  );
  unit.recordIn(rows.map(({ id }) => id));
}
