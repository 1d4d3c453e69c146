import { invalid, notFound } from "../domain/errors.js";
import type { OneChange } from "./one-change.js";
import { hashPassword } from "./password.js";
import { checkPasswordLength } from "./people.js";

/** Somebody who proved to know the password. */
export interface Account {
  userId: string;
  /** of the password that was proved; once it is another, the proof counts no more */
  passwordHash: string;
}

/** Holds a person's password as it is until the change is over. @throws not_found */
export async function lockAccount(change: OneChange, userId: string): Promise<Account> {
  const [account] = await change.query<Account>(
    `select id as "userId", password_hash as "passwordHash" from user_account where id = $1 for no key update`,
    [userId],
  );
  if (!account) throw notFound("userId", userId);
  return account;
}

/**
 * Gives a person a new password, and ends what the old one opened: all sessions, and the links for another password. Every firm that
 * the person belongs to is told.
 * @param account locked
 * @throws invalid_input for one that is too short or too long
 */
export async function setPassword(change: OneChange, { userId }: Account, password: string): Promise<Account> {
  checkPasswordLength(password);
  await toldWherever(change, userId);
  const passwordHash = await hashPassword(password);
  await change.query("update user_account set password_hash = $2 where id = $1", [userId, passwordHash]);
  await endSessions(change, userId);
  await change.query("delete from account_link where kind = 'password_reset' and user_id = $1 and used_at is null", [
    userId,
  ]);
  change.note({ record: "user_account", id: userId, op: "update", after: { password: "changed" } });
  return { userId, passwordHash };
}

/** @throws invalid_input for a blank name */
export async function rename(change: OneChange, userId: string, name: string): Promise<void> {
  const after = { name: name.trim().slice(0, 200) };
  if (after.name === "") throw invalid("A person needs a name.", "Serve un nome.");
  await toldWherever(change, userId);
  const [before] = await change.query<{ name: string }>("select name from user_account where id = $1 for update", [
    userId,
  ]);
  if (before?.name === after.name) return;
  await change.query("update user_account set name = $2 where id = $1", [userId, after.name]);
  change.note({ record: "user_account", id: userId, op: "update", ...(before ? { before } : {}), after });
}

/** Signs a person out of all browsers. @returns how many sessions ended */
export async function endSessions(change: OneChange, userId: string): Promise<number> {
  return (await change.query("delete from web_session where user_id = $1 returning id", [userId])).length;
}

/** An account belongs to a person, who may belong to several firms. */
export async function toldWherever(change: OneChange, userId: string): Promise<void> {
  const rows = await change.query<{ id: string }>(
    "select organization_id as id from membership where user_id = $1 order by organization_id",
    [userId],
  );
  change.toldIn = rows.map(({ id }) => id);
}
