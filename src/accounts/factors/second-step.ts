import type { Logger } from "pino";
import type { Config } from "../../config.js";
import type { Database, Queries } from "../../db/database.js";
import { transact } from "../../db/transact.js";
import type { Account } from "../account.js";
import { deviceHash, knownDevice } from "../known-devices.js";
import { consume, type Limits } from "../limits/limits.js";
import { newSecret, secretHash } from "../secret-hash.js";
import type { Waiting } from "./challenges.js";
import { askForPasskey, passkeySite, takePasskey } from "./passkey-answers.js";
import { takeCode } from "./second-factor.js";

const validFor = "10 minutes";
const mostAttempts = 5;

/** Notes that a person gave the right password and now owes the code. @returns the token of this sign-in, for its form alone */
export async function beginSecondStep(queries: Queries, { userId }: Account): Promise<string> {
  const token = newSecret();
  await queries.query(
    `insert into second_step (token_sha256, user_id, expires_at) values ($1, $2, now() + interval '${validFor}')`,
    [secretHash(token), userId],
  );
  return token;
}

interface StepParts {
  config: Config;
  limits: Limits;
  log: Logger;
}

interface SecondStepAnswer {
  token: string;
  code: string;
  passkey: string | null;
  device: string | null;
}

/**
 * Ends a sign-in with the code of the second factor, or with a passkey.
 * @param device the secret of a browser in which the person has signed in before: what others try doesn't count against it
 * @param passkey what the browser answered to `askSecondStep`; null: a code was entered
 * @returns whose account it is; "wrong" for a wrong code or passkey; "over" where the password has to be given again, "done" if an answer
 *   before this one was right
 * @throws rate_limited, before the code is looked at
 */
export async function finishSecondStep(
  database: Database,
  { config, limits, log }: StepParts,
  { token, code, passkey, device }: SecondStepAnswer,
): Promise<Account | "wrong" | "over" | "done"> {
  const id = secretHash(token);
  const [waiting] = await database.query<Account & { knownDevice: string | null }>(
    `update second_step s set attempts = attempts + 1 from user_account u
     where s.token_sha256 = $1 and u.id = s.user_id and s.expires_at > now() and s.attempts < ${mostAttempts}
     returning u.id as "userId", u.password_hash as "passwordHash", ${knownDevice}`,
    [id, deviceHash(device)],
  );
  if (!waiting) return howItEnded(database, id);
  const { userId, passwordHash } = waiting;
  const place = `${userId} ${waiting.knownDevice ?? "elsewhere"}`;
  await consume(limits.codes, place, "Too many wrong codes for this account");
  const outcome = await transact(database, null, async (unit) => {
    // Of several answers at once each waits for the one before: what one has ended uses up no further code.
    const open = await unit.execute(
      "select from second_step where token_sha256 = $1 and expires_at > now() for update",
      [id],
    );
    if (open.length === 0) return howItEnded(unit, id);
    const isRight =
      passkey === null
        ? await takeCode(unit, config, userId, code)
        : await passkeyIsRight(unit, { config, log }, { id, userId, answer: passkey });
    if (!isRight) return "wrong";
    // Kept until it is tidied away: its form may come a second time.
    await unit.execute("update second_step set expires_at = '-infinity' where token_sha256 = $1", [id]);
    return { userId, passwordHash, gaveFactor: true };
  });
  if (typeof outcome === "object") await limits.codes.delete(place);
  return outcome;
}

/** How a sign-in ended that takes no more answers. */
const howItEnded = async (queries: Queries, id: Buffer): Promise<"over" | "done"> =>
  (await queries.query("select from second_step where token_sha256 = $1 and expires_at = '-infinity'", [id])).length > 0
    ? "done"
    : "over";

async function passkeyIsRight(
  queries: Queries,
  { config, log }: Omit<StepParts, "limits">,
  { id, userId, answer }: { id: Buffer; userId: string; answer: string },
): Promise<boolean> {
  const site = passkeySite(config);
  if (!site) return false;
  const refusal = await takePasskey(queries, site, userId, inStep(id), answer);
  if (refusal) log.info({ userId, err: refusal }, "a passkey was refused");
  return refusal === null;
}

/** What to ask the browser for at this sign-in, as JSON; null where the person has no passkey, or browsers offer none. */
export async function askSecondStep(
  queries: Queries,
  config: Config,
  { token, userId }: { token: string; userId: string },
): Promise<string | null> {
  const site = passkeySite(config);
  return site && askForPasskey(queries, site, userId, inStep(secretHash(token)));
}

/** Where the question to a passkey waits. @param id the hash of the sign-in's token */
const inStep = (id: Buffer): Waiting => ({ place: "second_step", key: id, question: "known" });

/** Whose sign-in this is, or was until a while ago; null where nobody knows any more. */
export async function findSecondStep(queries: Queries, token: string): Promise<{ userId: string } | null> {
  const [step] = await queries.query<{ userId: string }>(
    `select user_id as "userId" from second_step where token_sha256 = $1`,
    [secretHash(token)],
  );
  return step ?? null;
}

/** Deletes the sign-ins that are over. */
export async function deleteOldSecondSteps(queries: Queries): Promise<void> {
  await queries.query("delete from second_step where expires_at < now()");
}
