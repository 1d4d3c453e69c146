import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import type { Config } from "../../config.js";
import { withDatabase } from "../../db/database.js";
import { checkSecretKey } from "../../db/installation.js";
import { databaseState } from "../../db/state.js";
import { conflict, invalid } from "../../domain/errors.js";
import { readFirstRun } from "../../launch/data-dir/first-run.js";
import { interruptible } from "../interruptible.js";
import { connected } from "./connected.js";
import { sealed } from "./container.js";
import { dumpDatabase } from "./dump.js";
import { asStream, type Part } from "./records.js";

export interface CreatedBackup {
  file: string;
  createdAt: string;
  sizeBytes: number;
  tables: number;
  rows: number;
}

/** BACKUP_PASSPHRASE. @throws invalid_input if it is not set */
export function passphraseOf({ BACKUP_PASSPHRASE }: Config): string {
  if (BACKUP_PASSPHRASE) return BACKUP_PASSPHRASE;
  throw invalid(
    "BACKUP_PASSPHRASE is not set: give the passphrase that encrypts the backup, of at least 12 characters.",
  );
}

/**
 * Writes a backup of the running installation: all rows as of one moment, files among them, and the secrets without which they can't be
 * used. The file appears under its name once it is whole.
 */
export async function createBackup(config: Config & { DATABASE_URL: string }, to: string): Promise<CreatedBackup> {
  const passphrase = passphraseOf(config);
  const { SECRET_KEY: secretKey, SECRET_KEY_PREVIOUS: previousSecretKey } = config;
  if (!secretKey) throw invalid("SECRET_KEY is not set: without it the backup would be useless.");
  await withDatabase(config.DATABASE_URL, async (database) => {
    const { status, missingTables = [] } = await databaseState(database);
    if (status !== "ok")
      throw conflict(`The database can't be saved: ${[status, missingTables.join(", ")].filter(Boolean).join(": ")}.`);
    await checkSecretKey(database, config);
  });
  const file = path.resolve(to);
  refuseTaken(file);
  // Each container's program has the same pid.
  const draft = `${file}.${randomBytes(4).toString("hex")}.${process.pid}.new`;
  const backup: CreatedBackup = { file, createdAt: "", sizeBytes: 0, tables: 0, rows: 0 };
  const write = async (client: pg.Client, signal: AbortSignal) => {
    const firstRun = readFirstRun(config.DATA_DIR);
    const parts = dumpDatabase(client, { secretKey, previousSecretKey, firstRun });
    const target = createWriteStream(draft, { mode: 0o600, flags: "wx", flush: true });
    // The query that waits fails then, and with it the rest.
    signal.addEventListener("abort", () => void client.end());
    try {
      await pipeline(asStream(counted(parts, backup)), createGzip({ level: 6 }), sealed(passphrase), target);
      backup.sizeBytes = statSync(draft).size;
      // Another one may have taken the name meanwhile. A link would be refused by itself, but USB sticks have none.
      refuseTaken(file);
      renameSync(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
    return backup;
  };
  return connected(config.DATABASE_URL, "pratica backup", (client) =>
    // Ended by Ctrl-C or a time limit of cron, it would leave a file as large as the database each time.
    interruptible((signal) => write(client, signal)),
  );
}

function refuseTaken(file: string): void {
  if (existsSync(file)) throw conflict(`${file} exists already: give another file name.`);
}

async function* counted(parts: AsyncIterable<Part>, backup: CreatedBackup): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (part.kind === "manifest") backup.createdAt = part.manifest.createdAt;
    if (part.kind === "end") backup.tables = part.tableCount;
    if (part.kind === "tableEnd") backup.rows += part.rowCount;
    yield part;
  }
}
