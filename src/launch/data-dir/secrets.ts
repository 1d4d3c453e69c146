import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { secretKeyForm } from "../../config.js";
import { readJson, writePrivateJson } from "./private-file.js";

/** The secrets of a DATA_DIR, created once. */
export interface Secrets {
  postgresPassword: string;
  /** for SECRET_KEY; 64 hex digits */
  secretKey: string;
  /** for SECRET_KEY_PREVIOUS, written by hand while secrets are rotated */
  previousSecretKey?: string;
}

/** Where the secrets of a DATA_DIR stand. */
export const secretsFile = (dataDir: string): string => path.join(dataDir, "secrets.json");

/** Null in a DATA_DIR that has none. @throws Error, naming it, for a key that was mistyped */
export function readSecrets(dataDir: string): Secrets | null {
  const secrets = readJson<Secrets>(secretsFile(dataDir));
  if (!secrets) return null;
  const { secretKey, previousSecretKey } = secrets;
  const mistyped = Object.entries({ secretKey, ...(previousSecretKey ? { previousSecretKey } : {}) }).find(
    ([, key]) => !secretKeyForm.test(key),
  );
  if (mistyped)
    throw new Error(`${mistyped[0]} in ${secretsFile(dataDir)} must be 64 hex digits (openssl rand -hex 32).`);
  return secrets;
}

export const writeSecrets = (dataDir: string, secrets: Secrets): void =>
  writePrivateJson(secretsFile(dataDir), secrets);

/** The secrets of a DATA_DIR, created by the first start. @throws Error if their file is lost but the database exists */
export function loadSecrets(dataDir: string): Secrets {
  const stored = readSecrets(dataDir);
  if (stored) return stored;
  if (existsSync(path.join(dataDir, "postgres"))) {
    throw new Error(
      `${secretsFile(dataDir)} is missing, and without it the database in ${dataDir} stays closed: restore it, or start over by deleting ${dataDir}.`,
    );
  }
  const secrets = { postgresPassword: randomBytes(24).toString("hex"), secretKey: randomBytes(32).toString("hex") };
  writeSecrets(dataDir, secrets);
  return secrets;
}
