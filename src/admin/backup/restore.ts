import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import type { Config } from "../../config.js";
import { migrationNames } from "../../db/migrations/index.js";
import { prepareDatabase } from "../../db/preparation/prepare.js";
import { conflict } from "../../domain/errors.js";
import { writeFirstRun } from "../../launch/data-dir/first-run.js";
import { readSecrets, type Secrets, secretsFile, writeSecrets } from "../../launch/data-dir/secrets.js";
import { withNewPostgres } from "../embedded-postgres.js";
import { connected } from "./connected.js";
import { passphraseOf } from "./create.js";
import { layTables } from "./lay-tables.js";
import { loadDatabase } from "./load.js";
import { checkedManifest, type Manifest, readBackup } from "./records.js";

export interface RestoredBackup {
  createdAt: string;
  rows: number;
  /** where SECRET_KEY stands; null where it was set already */
  secretsFile: string | null;
}

/**
 * Restores a backup into DATABASE_URL, else into DATA_DIR; either must be empty. Nothing is written from a file that is broken or has
 * another passphrase. What is ordered of Temporal starts anew with the next start.
 */
export async function restoreBackup(config: Config, file: string): Promise<RestoredBackup> {
  const manifest = await checkedManifest(file, passphraseOf(config));
  const newer = manifest.migrations.find((name) => !migrationNames.includes(name));
  if (newer)
    throw conflict(`This backup was made by a newer Pratica (${newer}): restore it with that version or a later one.`);
  if (config.SECRET_KEY && !hasKeysOf(manifest, config.SECRET_KEY, config.SECRET_KEY_PREVIOUS))
    throw conflict(
      "SECRET_KEY is set and isn't the backup's key: unset it. The restore writes the backup's key to secrets.json.",
    );
  return config.DATABASE_URL
    ? intoDatabase(config, config.DATABASE_URL, file, manifest)
    : intoDataDir(config, file, manifest);
}

/** Whether these are the keys with which the backup's secrets are encrypted. */
const hasKeysOf = (manifest: Manifest, secretKey: string, previous: string | undefined): boolean =>
  secretKey === manifest.secretKey && (manifest.previousSecretKey ?? previous) === previous;

async function intoDatabase(
  config: Config,
  ownerUrl: string,
  file: string,
  manifest: Manifest,
): Promise<RestoredBackup> {
  const { DATA_DIR, SECRET_KEY } = config;
  const stored = SECRET_KEY ? null : readSecrets(DATA_DIR);
  if (stored && !hasKeysOf(manifest, stored.secretKey, stored.previousSecretKey))
    throw conflict(`${secretsFile(DATA_DIR)} holds the secrets of another installation: use another DATA_DIR.`);
  await layTables(ownerUrl, manifest.migrations);
  // Before the rows: whoever is cut off behind them can start on what is there, and before them, restore again.
  if (!SECRET_KEY && !stored) {
    mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
    writeSecrets(DATA_DIR, secretsOf(manifest, newPassword()));
  }
  const rows = await fill(config, ownerUrl, file);
  return { createdAt: manifest.createdAt, rows, secretsFile: SECRET_KEY ? null : secretsFile(DATA_DIR) };
}

async function intoDataDir(config: Config, file: string, manifest: Manifest): Promise<RestoredBackup> {
  const { DATA_DIR } = config;
  const password = newPassword();
  return withNewPostgres(DATA_DIR, password, async (ownerUrl) => {
    await layTables(ownerUrl, manifest.migrations);
    const rows = await fill(config, ownerUrl, file);
    if (manifest.firstRun) writeFirstRun(DATA_DIR, manifest.firstRun);
    // Last: without it nothing starts on this DATA_DIR.
    writeSecrets(DATA_DIR, secretsOf(manifest, password));
    return { createdAt: manifest.createdAt, rows, secretsFile: secretsFile(DATA_DIR) };
  });
}

const newPassword = (): string => randomBytes(24).toString("hex");

/** The secrets of a DATA_DIR that goes on where the backup's did. */
const secretsOf = ({ secretKey, previousSecretKey }: Manifest, postgresPassword: string): Secrets => ({
  postgresPassword,
  secretKey,
  ...(previousSecretKey ? { previousSecretKey } : {}),
});

/** Loads the rows into the tables as they were, and then brings the database up to date. @returns how many rows */
async function fill(config: Config, ownerUrl: string, file: string): Promise<number> {
  let rows = 0;
  await connected(ownerUrl, "pratica restore", (client) =>
    readBackup(file, passphraseOf(config), async (parts) => {
      rows = await loadDatabase(client, parts);
    }),
  );
  await prepareDatabase(ownerUrl, config.APP_DATABASE_PASSWORD);
  return rows;
}
