import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Config } from "../config.js";

const keyOf = (config: Config): Buffer => {
  if (!config.SECRET_KEY) throw new Error("SECRET_KEY is not set, so stored credentials can't be read or written.");
  return Buffer.from(config.SECRET_KEY, "hex");
};

/** Encrypts with AES-256-GCM. @returns 12 bytes of nonce, 16 bytes of tag, then the encrypted text */
export function encryptSecret(config: Config, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(config), nonce);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Like `decryptSecret`, but returns null for what was encrypted with another SECRET_KEY. */
export function tryDecryptSecret(config: Config, stored: Buffer): string | null {
  const key = keyOf(config);
  try {
    return decryptWith(key, stored);
  } catch (error) {
    // The cipher's only own failure: the tag doesn't match.
    if (/authenticate data/.test((error as Error).message)) return null;
    throw error;
  }
}

export const decryptSecret = (config: Config, stored: Buffer): string => decryptWith(keyOf(config), stored);

function decryptWith(key: Buffer, stored: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", key, stored.subarray(0, 12));
  decipher.setAuthTag(stored.subarray(12, 28));
  return Buffer.concat([decipher.update(stored.subarray(28)), decipher.final()]).toString("utf8");
}
