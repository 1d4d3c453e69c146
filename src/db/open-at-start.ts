import type { Logger } from "pino";
import { Database } from "./database.js";
import { wordsOf } from "./error-code.js";
import { checkSecretKey } from "./installation.js";
import type { SecretKeys } from "./secrets.js";
import { isUnreachable } from "./unreachable.js";

type Settings = SecretKeys & { DATABASE_URL?: string | undefined };

/**
 * Opens the database for a program that starts. Where Postgres can't be reached, or recovers from a crash, one line of the log says so and
 * the program ends: whoever keeps it running starts it again.
 * @throws Error without DATABASE_URL; as `checkSecretKey`
 */
export async function openAtStart(settings: Settings, log: Logger, poolSize?: number): Promise<Database> {
  if (!settings.DATABASE_URL) throw new Error("DATABASE_URL is not set; npm start sets it.");
  try {
    const database = await Database.open(settings.DATABASE_URL, poolSize);
    await checkSecretKey(database, settings);
    return database;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    log.fatal({ reason: wordsOf(error) }, "Postgres can't be reached; start again once it answers");
    process.exit(1);
  }
}
