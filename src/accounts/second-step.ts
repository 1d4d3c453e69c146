import { randomBytes } from "node:crypto";
import type { Config } from "../config.js";
import type { Queries } from "../db/database.js";
import type { Account } from "./account.js";
import { consume, type Limits } from "./limits.js";
import { takeCode } from "./second-factor.js";
import { secretHash } from "./secret-hash.js";

const validFor = "10 minutes";
const mostAttempts = 5;

/** Notes that a person gave the right password and now owes the code. @returns the token of this sign-in, for its form alone */
export async function beginSecondStep(queries: Queries, { userId }: Account): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await queries.query(
    `insert into second_step (token_sha256, user_id, expires_at) values ($1, $2, now() + interval '${validFor}')`,
    [secretHash(token), userId],
  );
  return token;
}

/**
 * Ends a sign-in with the code of the second factor.
 * @param device the hash of a browser in which the person has signed in before: what others try doesn't count against it
 * @returns whose account it is; "wrong" for a wrong code; "over" where the password has to be given again
 * @throws rate_limited, before the code is looked at
 */
export async function finishSecondStep(
  queries: Queries,
  { config, limits }: { config: Config; limits: Limits },
  { token, code, device }: { token: string; code: string; device: string | null },
): Promise<Account | "wrong" | "over"> {
  const id = secretHash(token);
  const [waiting] = await queries.query<Account & { isKnownDevice: boolean }>(
    `update second_step s set attempts = attempts + 1 from user_account u
     where s.token_sha256 = $1 and u.id = s.user_id and s.expires_at > now() and s.attempts < ${mostAttempts}
     returning u.id as "userId", u.password_hash as "passwordHash",
       exists (select from known_device d where d.user_id = u.id and d.device_sha256 = $2) as "isKnownDevice"`,
    [id, device === null ? null : secretHash(device)],
  );
  if (!waiting) return "over";
  const { userId, passwordHash, isKnownDevice } = waiting;
  const place = isKnownDevice && device !== null ? secretHash(device).toString("hex") : "elsewhere";
  await consume(limits.codes, `${userId} ${place}`, "Too many wrong codes for this account");
  if (!(await takeCode(queries, config, userId, code))) return "wrong";
  await limits.codes.delete(`${userId} ${place}`);
  await queries.query("delete from second_step where token_sha256 = $1", [id]);
  return { userId, passwordHash };
}

/** Whose half-done sign-in this is; null where it is over. */
export async function findSecondStep(queries: Queries, token: string): Promise<{ userId: string } | null> {
  const [waiting] = await queries.query<{ userId: string }>(
    `select user_id as "userId" from second_step where token_sha256 = $1 and expires_at > now()`,
    [secretHash(token)],
  );
  return waiting ?? null;
}

/** Deletes the sign-ins that nobody finished. */
export async function deleteOldSecondSteps(queries: Queries): Promise<void> {
  await queries.query("delete from second_step where expires_at < now()");
}
