import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { readJson, writePrivateJson } from "./private-file.js";

/** What is made once for a DATA_DIR and known to nobody else. */
export interface Secrets {
  postgresPassword: string;
  /** For SECRET_KEY: 64 hex digits. */
  secretKey: string;
}

/** The secrets in `DATA_DIR/secrets.json`, made on the first start. */
export function loadSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, "secrets.json");
  const known = readJson<Secrets>(file);
  if (known) return known;
  if (existsSync(path.join(dataDir, "postgres"))) {
    throw new Error(
      `${file} is missing, and without it the database in ${dataDir} stays closed: restore it, or start over by deleting ${dataDir}.`,
    );
  }
  const made = { postgresPassword: randomBytes(24).toString("hex"), secretKey: randomBytes(32).toString("hex") };
  writePrivateJson(file, made);
  return made;
}
