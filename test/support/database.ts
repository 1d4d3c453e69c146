import { randomBytes } from "node:crypto";
import pg from "pg";
import { testServers } from "./servers.js";

export interface TestDatabase {
  /** For the owner of its tables. */
  ownerUrl: string;
  /** For the application's role, as the product connects. */
  appUrl: string;
  /** Drops it, and the application's role, if the test had one made for it. */
  close(): Promise<void>;
}

/** A connection of a test's own, which the test ends. */
export async function openConnection(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

async function administer(...statements: string[]): Promise<void> {
  const client = await openConnection(testServers().adminUrl);
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** A migrated, empty database of the test's own, cloned in some 30 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, templateName, templateAppUrl } = testServers();
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(`create database ${name} template ${templateName} strategy file_copy`);
  return {
    ownerUrl: databaseUrl(adminUrl, name),
    appUrl: databaseUrl(templateAppUrl, name),
    close: () => administer(`drop database ${name} with (force)`, `drop role if exists ${name}_app`),
  };
}

/** The same database, for the owner of its tables. */
export const ownerUrlOf = (appUrl: string): string =>
  databaseUrl(testServers().adminUrl, new URL(appUrl).pathname.slice(1));

/** A connection of the owner of a database's tables, who may also lay triggers and analyze. The test ends it. */
export const openAsOwner = (appUrl: string): Promise<pg.Client> => openConnection(ownerUrlOf(appUrl));

/**
 * Connections of a test's own. `end` doesn't wait until they have ended: where Postgres is slow, it may say of one that it ends it, as the
 * database is dropped, which without a listener would fail the file.
 */
export function openPool(connectionString: string, max = 10): pg.Pool {
  const pool = new pg.Pool({ connectionString, max });
  pool.on("error", () => undefined);
  return pool;
}
