import { createHmac, randomBytes } from "node:crypto";
import { Secret } from "otpauth";
import type { Queries } from "../../db/database.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { conflict } from "../../domain/errors.js";
import { lockAccount, recordAccountChange } from "../account.js";
import { secretHash } from "../secret-hash.js";
import { hasFactor, hasSecondFactor } from "./has-factor.js";

const howMany = 10;

const plain = (code: string): string => code.toLowerCase().replace(/[^a-z2-7]/g, "");

/** Code `n` that a seed gives: 80 bits, so that one fast hash is enough. */
function codeOf(seed: Buffer, n: number): string {
  const bits = createHmac("sha256", seed).update(`recovery code ${n}`).digest("hex").slice(0, 20);
  return (Secret.fromHex(bits).base32.toLowerCase().match(/.{4}/g) ?? []).join("-");
}

/**
 * Replaces the codes for a lost phone. Each works once.
 * @param seed of 256 bits, stored nowhere: the same one gives the same codes
 * @returns them, such as `k3vq-9zt2-m4xd-w8hn`
 */
export async function replaceRecoveryCodes(
  unit: UnitOfWork,
  userId: string,
  seed: Buffer = randomBytes(32),
): Promise<string[]> {
  const codes = Array.from({ length: howMany }, (_, n) => codeOf(seed, n));
  await unit.execute("delete from recovery_code where user_id = $1", [userId]);
  await unit.execute("insert into recovery_code (user_id, code_sha256) select $1, unnest($2::bytea[])", [
    userId,
    codes.map((code) => secretHash(plain(code))),
  ]);
  return codes;
}

/** Makes the codes that go with a first factor, while the account is locked. @returns them; an empty list where there are some already */
export async function ensureRecoveryCodes(unit: UnitOfWork, userId: string, seed?: Buffer): Promise<string[]> {
  const known = await unit.query("select from recovery_code where user_id = $1 limit 1", [userId]);
  return known.length > 0 ? [] : replaceRecoveryCodes(unit, userId, seed);
}

/** Deletes the codes of somebody who has no other factor any more, while the account is locked: another may be coming or going. */
export async function dropUnusedCodes(unit: UnitOfWork, userId: string): Promise<void> {
  await unit.execute(`delete from recovery_code where user_id = $1 and not ${hasFactor("$1")}`, [userId]);
}

/** Replaces the codes because the person asks for it, and tells so by mail. @returns them @throws conflict where the last factor has just gone */
export async function renewRecoveryCodes(unit: UnitOfWork, userId: string): Promise<string[]> {
  await lockAccount(unit, userId);
  if (!(await hasSecondFactor(unit, userId)))
    throw conflict("There is no second factor any more.", "Non c'è più un secondo fattore.");
  await recordAccountChange(unit, userId, { after: { recoveryCodes: "renewed" } }, "recovery_codes_renewed");
  return replaceRecoveryCodes(unit, userId);
}

/** Whether this is one of the person's recovery codes; it isn't any more. */
export async function takeRecoveryCode(queries: Queries, userId: string, code: string): Promise<boolean> {
  const used = await queries.query("delete from recovery_code where user_id = $1 and code_sha256 = $2 returning 1", [
    userId,
    secretHash(plain(code)),
  ]);
  return used.length === 1;
}
