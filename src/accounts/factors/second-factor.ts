import { Secret, TOTP } from "otpauth";
import type { Config } from "../../config.js";
import type { Queries } from "../../db/database.js";
import { encryptSecret, tryDecryptSecret } from "../../db/secrets.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { conflict } from "../../domain/errors.js";
import { lockAccount, recordAccountChange } from "../account.js";
import { addFactor } from "./add-factor.js";
import { dropUnusedCodes, replaceRecoveryCodes, takeRecoveryCode } from "./recovery-codes.js";

const periodS = 30;

const totpOf = (secret: string, email = ""): TOTP =>
  new TOTP({ issuer: "Pratica", label: email, secret: Secret.fromBase32(secret), period: periodS, digits: 6 });

/** A secret for an authenticator app, in base32 and as the address that its QR code holds. */
export interface NewFactor {
  secret: string;
  address: string;
}

/** Whether a text has the form of a secret that `newFactor` makes. */
export const isFactorSecret = (text: string): boolean => /^[A-Z2-7]{32}$/.test(text);

/** A secret that nobody has yet. It counts from `turnOn` on. */
export function newFactor(email: string): NewFactor {
  const secret = new Secret({ size: 20 }).base32;
  return describeFactor(secret, email);
}

export const describeFactor = (secret: string, email: string): NewFactor => ({
  secret,
  address: totpOf(secret, email).toString(),
});

/** The time step, of 30 s, that a code belongs to; a clock may be one step off. Null for a wrong code. */
function stepOf(secret: string, code: string): number | null {
  const now = Date.now();
  const delta = totpOf(secret).validate({ token: code.replace(/\s/g, ""), timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / periodS) + delta;
}

/**
 * Asks the person for codes from now on.
 * @param code one of the app's, which proves that it has the secret; it can't be used again
 * @param seed of the recovery codes
 * @param sessionId the session in which it is turned on
 * @returns the recovery codes, for the person alone, if there were none yet, else an empty list; null for a wrong code
 * @throws conflict if another one is on already
 */
export async function turnOn(
  unit: UnitOfWork,
  config: Config,
  userId: string,
  { secret, code, seed, sessionId }: { secret: string; code: string; seed: Buffer; sessionId: string },
): Promise<string[] | null> {
  const step = stepOf(secret, code);
  if (step === null) return null;
  const recorded = { after: { secondFactor: "on" }, notice: "second_factor_changed", about: "on" } as const;
  const codes = await addFactor(unit, { userId, sessionId, seed, ...recorded }, async () => {
    const added = await unit.execute(
      `insert into second_factor (user_id, secret, last_step, confirmed_at) values ($1, $2, $3, $4)
       on conflict (user_id) do nothing returning user_id`,
      [userId, encryptSecret(config, secret, "second_factor.secret", userId), step, unit.now],
    );
    return added.length === 1;
  });
  if (codes) return codes;
  // Whoever took over a session must not replace the person's phone by another.
  if (!(await wasTurnedOn(unit, config, userId, { secret, code })))
    throw conflict("There is a second factor already.", "C'è già un secondo fattore.");
  const passkeys = await unit.query("select from passkey where user_id = $1 limit 1", [userId]);
  return passkeys.length > 0 ? [] : replaceRecoveryCodes(unit, userId, seed);
}

/**
 * Whether this very code has turned on this very app: the form was sent twice. The browser shows the answer to the last click alone, so that
 * answer must have the recovery codes too.
 */
export async function wasTurnedOn(
  queries: Queries,
  config: Config,
  userId: string,
  { secret, code }: { secret: string; code: string },
): Promise<boolean> {
  const [factor] = await queries.query<{ secret: Buffer }>(
    "select secret from second_factor where user_id = $1 and last_step = $2",
    [userId, stepOf(secret, code)],
  );
  return !!factor && tryDecryptSecret(config, factor.secret, "second_factor.secret", userId) === secret;
}

/** Asks the person for no more codes of an app. @returns false if none were asked for */
export async function turnOff(unit: UnitOfWork, userId: string): Promise<boolean> {
  await lockAccount(unit, userId);
  const gone = await unit.execute("delete from second_factor where user_id = $1 returning user_id", [userId]);
  if (gone.length === 0) return false;
  await dropUnusedCodes(unit, userId);
  await recordAccountChange(unit, userId, { after: { secondFactor: "off" } }, "second_factor_changed", "off");
  return true;
}

/** Whether this is the person's code of the moment, or a recovery code. Either works once. */
export async function takeCode(queries: Queries, config: Config, userId: string, code: string): Promise<boolean> {
  if (!/^[\d\s]+$/.test(code)) return takeRecoveryCode(queries, userId, code);
  const [factor] = await queries.query<{ secret: Buffer }>("select secret from second_factor where user_id = $1", [
    userId,
  ]);
  // Under another SECRET_KEY it can't be read; the recovery codes still work.
  const secret = factor ? tryDecryptSecret(config, factor.secret, "second_factor.secret", userId) : null;
  const step = secret === null ? null : stepOf(secret, code);
  if (step === null) return false;
  // Of two simultaneous requests with one code the second finds the step used.
  const taken = await queries.query(
    "update second_factor set last_step = $2 where user_id = $1 and last_step < $2 returning user_id",
    [userId, step],
  );
  return taken.length === 1;
}
