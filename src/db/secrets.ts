import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { Config } from "../config.js";

/** Where encrypted values are stored, `table.column`, each with the columns of its row's key. */
export const secretPlaces = {
  "mail_channel.settings": ["organization_id", "channel"],
  "organization_ai.api_key": ["organization_id"],
  "second_factor.secret": ["user_id"],
  "oauth_key.keys": ["n"],
  /** a field of the JSON in `payload`, in base64; the hash of the client's id in hex */
  "oauth_artifact.sealed_secret": ["model", "id_sha256"],
} as const;
export type SecretPlace = keyof typeof secretPlaces;

/** The row that a value is bound to: its place, and its row's key in the order of `secretPlaces`. */
export type SecretRow = readonly [place: SecretPlace, ...key: (string | number)[]];

export type SecretKeys = Pick<Config, "SECRET_KEY" | "SECRET_KEY_PREVIOUS">;

const boundForm = 1;
const headBytes = 5;
const nonceBytes = 12;
const tagBytes = 16;

/** A text that identifies a SECRET_KEY and reveals nothing else about it. */
export const fingerprintOf = (secretKey: string): string =>
  createHmac("sha256", Buffer.from(secretKey, "hex")).update("pratica secret key").digest("base64url").slice(0, 22);

/** The head of a value: the number of its form, and four bytes that identify its key. */
const headOf = (secretKey: string): Buffer =>
  Buffer.concat([Buffer.from([boundForm]), Buffer.from(fingerprintOf(secretKey), "base64url").subarray(0, 4)]);

/** The data authenticated with the text, so that a value moved to another row can't be read there. */
const binding = (head: Buffer, [place, ...key]: SecretRow): Buffer =>
  Buffer.concat([head, Buffer.from(JSON.stringify([place, ...key.map((part) => String(part).toLowerCase())]))]);

function keyOf({ SECRET_KEY }: SecretKeys): string {
  if (!SECRET_KEY) throw new Error("SECRET_KEY is not set, so stored credentials can't be read or written.");
  return SECRET_KEY;
}

/**
 * Encrypts with AES-256-GCM, for one row alone.
 * @returns a byte for the form, 4 that identify the key, 12 of nonce, 16 of tag, then the encrypted text
 */
export function encryptSecret(keys: SecretKeys, text: string, ...row: SecretRow): Buffer {
  const key = keyOf(keys);
  const head = headOf(key);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "hex"), nonce).setAAD(binding(head, row));
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([head, nonce, cipher.getAuthTag(), encrypted]);
}

/** Like `decryptSecret`, but returns null for what was encrypted with another key, or for another row. */
export function tryDecryptSecret(keys: SecretKeys, stored: Buffer, ...row: SecretRow): string | null {
  for (const key of [keyOf(keys), keys.SECRET_KEY_PREVIOUS]) {
    if (!key) continue;
    const head = headOf(key);
    const bound = stored.subarray(0, headBytes).equals(head)
      ? decryptWith(key, stored.subarray(headBytes), binding(head, row))
      : null;
    // Values from before this form are just nonce, tag and text. A nonce may begin like a head.
    const text = bound ?? decryptWith(key, stored, null);
    if (text !== null) return text;
  }
  return null;
}

/** The text of a stored value. @throws Error if neither SECRET_KEY nor SECRET_KEY_PREVIOUS has encrypted it for this row */
export function decryptSecret(keys: SecretKeys, stored: Buffer, ...row: SecretRow): string {
  const text = tryDecryptSecret(keys, stored, ...row);
  if (text === null)
    throw new Error(`${row[0]} holds a value that SECRET_KEY has not encrypted for this row: set it again.`);
  return text;
}

/** Whether a value has today's form and key. */
export const isCurrent = (keys: SecretKeys, stored: Buffer): boolean =>
  stored.subarray(0, headBytes).equals(headOf(keyOf(keys)));

/** @returns null if the tag doesn't match */
function decryptWith(key: string, stored: Buffer, aad: Buffer | null): string | null {
  if (stored.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "hex"), stored.subarray(0, nonceBytes));
  if (aad) decipher.setAAD(aad);
  decipher.setAuthTag(stored.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = decipher.update(stored.subarray(nonceBytes + tagBytes));
  try {
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch (error) {
    // The only failure of the cipher itself.
    if (/authenticate data/.test((error as Error).message)) return null;
    throw error;
  }
}
