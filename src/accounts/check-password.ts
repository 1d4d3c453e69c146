import type { Queries } from "../db/database.js";
import type { Account } from "./account.js";
import { addressKey, consume, type Limits } from "./limits.js";
import { isPassword, isShortEnough } from "./password.js";

/** What somebody gave who wants to sign in. */
export interface Credentials {
  email: string;
  password: string;
  /** where they come from */
  ip: string;
}

/**
 * The user with this e-mail address and password, or null; nobody can tell from the answer or its time whether the address is known.
 * Attempts count until they succeed, per address they come from and per account. What a stranger uses up of an account's is free again
 * within the hour, and at once after a new password by e-mail.
 * @throws rate_limited, before the password is looked at
 */
export async function checkPassword(
  queries: Queries,
  { refusals, passwords }: Limits,
  { email, password, ip }: Credentials,
): Promise<Account | null> {
  const account = email.trim().toLowerCase().slice(0, 254);
  await consume(refusals, addressKey(ip), "Too many refused passwords from this address");
  await consume(passwords, account, "Too many refused passwords for this account");
  const [user] = await queries.query<Account>(
    `select id as "userId", password_hash as "passwordHash" from user_account where lower(email) = $1`,
    [account],
  );
  const fits = isShortEnough(password) && (await isPassword(user?.passwordHash ?? null, password));
  if (!user || !fits) return null;
  await refusals.reward(addressKey(ip), 1);
  await passwords.delete(account);
  return user;
}
