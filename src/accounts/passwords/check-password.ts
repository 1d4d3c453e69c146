import { setTimeout as wait } from "node:timers/promises";
import type { Queries } from "../../db/database.js";
import type { Account } from "../account.js";
import { deviceHash, knownDevice } from "../known-devices.js";
import { accountKey, consume, guessDelayMs, ipKey, type Limits, passwordKey } from "../limits/limits.js";
import { isShortEnough, verifyPassword } from "./password.js";

/** What a person enters to sign in. */
export interface Credentials {
  email: string;
  password: string;
  /** the address of the browser */
  ip: string;
  /** the secret of a browser in which somebody has signed in before; null: it has none */
  device: string | null;
  /** called where the answer waits because of all that strangers have tried */
  slowed?: () => void;
}

type Found = Account & { knownDevice: string | null };

/**
 * The user with this e-mail address and password, or null. Neither the answer nor its time reveals whether the e-mail address has
 * an account. A successful attempt doesn't count, and clears the failed ones of its place.
 *
 * Nobody can use up somebody else's attempts. A browser in which the person has signed in before is counted on its own. All others
 * count by address, and by account and address; above a hundred guesses of an account within an hour, from wherever, they wait longer
 * and longer, up to four seconds, and are still answered.
 * @throws rate_limited, before the password is checked
 */
export async function checkPassword(
  queries: Queries,
  limits: Limits,
  { email, password, ip, device, slowed }: Credentials,
): Promise<Account | null> {
  const [user] = await queries.query<Found>(
    `select u.id as "userId", u.password_hash as "passwordHash", ${knownDevice} from user_account u where lower(u.email) = $1`,
    [accountKey(email), deviceHash(device)],
  );
  const known = user?.knownDevice ?? null;
  const place = passwordKey(email, known ?? ip);
  if (known === null) await consume(limits.refusals, ipKey(ip), "Too many refused passwords from this address");
  await consume(limits.passwords, place, "Too many refused passwords for this account");
  if (known === null) await slowDown(limits, email, slowed);
  const matches = isShortEnough(password) && (await verifyPassword(user?.passwordHash ?? null, password));
  if (!user || !matches) return null;
  if (known === null) await limits.refusals.reward(ipKey(ip));
  await limits.passwords.delete(place);
  return { userId: user.userId, passwordHash: user.passwordHash };
}

async function slowDown({ guesses }: Limits, email: string, slowed?: () => void): Promise<void> {
  const delayMs = guessDelayMs(await guesses.penalty(accountKey(email)));
  if (delayMs === 0) return;
  slowed?.();
  await wait(delayMs);
}
