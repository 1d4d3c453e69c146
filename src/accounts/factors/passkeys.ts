import type { WebAuthnCredential } from "@simplewebauthn/server";
import type { Queries } from "../../db/database.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { conflict } from "../../domain/errors.js";
import { lockAccount, recordAccountChange } from "../account.js";
import { addFactor } from "./add-factor.js";
import { dropUnusedCodes } from "./recovery-codes.js";
import { turnOff } from "./second-factor.js";

const mostPasskeys = 20;

export interface Passkey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** A person's passkeys, oldest first. */
export const passkeysOf = (queries: Queries, userId: string): Promise<Passkey[]> =>
  queries.query<Passkey>(
    `select credential_id as id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkey
     where user_id = $1 order by created_at, credential_id`,
    [userId],
  );

/**
 * Gives a person one more passkey.
 * @param sessionId the session in which it is added
 * @returns the recovery codes, for the person alone, if there were none yet; else an empty list
 * @throws conflict for a passkey that is somebody's already, or one too many
 */
export async function addPasskey(
  unit: UnitOfWork,
  userId: string,
  { name, credential, sessionId }: { name: string; credential: WebAuthnCredential; sessionId: string },
): Promise<string[]> {
  const { id, publicKey, counter, transports = [] } = credential;
  const recorded = { after: { passkey: name }, notice: "passkey_added", about: name } as const;
  const codes = await addFactor(unit, { userId, sessionId, ...recorded }, async () => {
    if ((await passkeysOf(unit, userId)).length >= mostPasskeys)
      throw conflict(
        `A person has at most ${mostPasskeys} passkeys; remove one first.`,
        `Una persona ha al massimo ${mostPasskeys} passkey: prima rimuovine una.`,
      );
    const added = await unit.execute(
      `insert into passkey (credential_id, user_id, public_key, counter, transports, name, created_at) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (credential_id) do nothing returning credential_id`,
      [id, userId, Buffer.from(publicKey), counter, transports, name, unit.now],
    );
    return added.length === 1;
  });
  if (!codes) throw conflict("This passkey is in use already.", "Questa passkey è già in uso.");
  return codes;
}

/** Takes a passkey away, and with the last factor its recovery codes. @returns false if the person has none with this id */
export async function removePasskey(unit: UnitOfWork, userId: string, id: string): Promise<boolean> {
  await lockAccount(unit, userId);
  const [gone] = await unit.execute<{ name: string }>(
    "delete from passkey where user_id = $1 and credential_id = $2 returning name",
    [userId, id],
  );
  if (!gone) return false;
  await dropUnusedCodes(unit, userId);
  await recordAccountChange(unit, userId, { before: { passkey: gone.name } }, "passkey_removed", gone.name);
  return true;
}

/** Takes every second factor away. @returns false if there was none */
export async function removeFactors(unit: UnitOfWork, userId: string): Promise<boolean> {
  const hadApp = await turnOff(unit, userId);
  const passkeys = await passkeysOf(unit, userId);
  for (const { id } of passkeys) await removePasskey(unit, userId, id);
  return hadApp || passkeys.length > 0;
}
