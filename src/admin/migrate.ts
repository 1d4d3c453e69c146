// Brings a database up to date, for installations that don't use npm start. DATABASE_URL must be the address of its owner.
import { loadConfig } from "../config.js";
import { prepareDatabase } from "../db/preparation/prepare.js";

try {
  const { DATABASE_URL, APP_DATABASE_PASSWORD } = loadConfig();
  if (!DATABASE_URL)
    throw new Error("DATABASE_URL is not set; give the address with which the database's owner connects.");
  const { appUrl } = await prepareDatabase(DATABASE_URL, APP_DATABASE_PASSWORD);
  process.stdout.write(`The database is up to date; the application connects as ${new URL(appUrl).username}.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
