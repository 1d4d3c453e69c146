import type { Queries } from "../db/database.js";
import type { Account } from "./account.js";
import { accountKey, addressKey, consume, type Limits } from "./limits.js";
import { isShortEnough, verifyPassword } from "./password.js";

/** What a person enters to sign in. */
export interface Credentials {
  email: string;
  password: string;
  /** the address of the browser */
  ip: string;
}

/**
 * The user with this e-mail address and password, or null. Neither the answer nor its time reveals whether the e-mail address has
 * an account. Attempts count per IP address and per account. A successful one doesn't count, and clears the account's failed ones.
 * If a stranger uses up an account's attempts, they are free again within the hour, or at once after a password reset by e-mail.
 * @throws rate_limited, before the password is checked
 */
export async function checkPassword(
  queries: Queries,
  { refusals, passwords }: Limits,
  { email, password, ip }: Credentials,
): Promise<Account | null> {
  const account = accountKey(email);
  await consume(refusals, addressKey(ip), "Too many refused passwords from this address");
  await consume(passwords, account, "Too many refused passwords for this account");
  const [user] = await queries.query<Account>(
    `select id as "userId", password_hash as "passwordHash" from user_account where lower(email) = $1`,
    [account],
  );
  const matches = isShortEnough(password) && (await verifyPassword(user?.passwordHash ?? null, password));
  if (!user || !matches) return null;
  await refusals.reward(addressKey(ip), 1);
  await passwords.delete(account);
  return user;
}
