import type { Context } from "koa";
import type { Account } from "../../db/account.js";
import { poolOf } from "../../db/data-source.js";
import { isPassword, isShortEnough } from "../../db/password.js";
import type { App } from "../app.js";
import { addressKey, consume } from "../auth/limits.js";

/**
 * The user with this e-mail address and password, or null; nobody can tell from the answer or its time whether the address is known.
 * Attempts count until they succeed, per address they come from and per account. What a stranger uses up of an account's is free again
 * within the hour, and at once after a new password by e-mail.
 * @throws rate_limited, before the password is looked at
 */
export async function checkPassword(app: App, ctx: Context, email: string, password: string): Promise<Account | null> {
  const { refusals, passwords } = app.limits;
  const account = email.trim().toLowerCase().slice(0, 254);
  await consume(refusals, addressKey(ctx.ip), "Too many refused passwords from this address");
  await consume(passwords, account, "Too many refused passwords for this account");
  const { rows } = await poolOf(app.dataSource).query<Account>(
    `select id as "userId", password_hash as "passwordHash" from user_account where lower(email) = $1`,
    [account],
  );
  const user = rows[0] ?? null;
  const fits = isShortEnough(password) && (await isPassword(user?.passwordHash ?? null, password));
  if (!user || !fits) return null;
  await refusals.reward(addressKey(ctx.ip), 1);
  await passwords.delete(account);
  return user;
}
