import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { readJson, writePrivateJson } from "./private-file.js";

/** The secrets of a DATA_DIR, created once. */
export interface Secrets {
  postgresPassword: string;
  /** for SECRET_KEY; 64 hex digits */
  secretKey: string;
  /** for SECRET_KEY_PREVIOUS, written by hand while secrets are rotated */
  previousSecretKey?: string;
}

/** The secrets in `DATA_DIR/secrets.json`, created by the first start. @throws Error if the file is lost but the database exists */
export function loadSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, "secrets.json");
  const stored = readJson<Secrets>(file);
  if (stored) return stored;
  if (existsSync(path.join(dataDir, "postgres"))) {
    throw new Error(
      `${file} is missing, and without it the database in ${dataDir} stays closed: restore it, or start over by deleting ${dataDir}.`,
    );
  }
  const secrets = { postgresPassword: randomBytes(24).toString("hex"), secretKey: randomBytes(32).toString("hex") };
  writePrivateJson(file, secrets);
  return secrets;
}
