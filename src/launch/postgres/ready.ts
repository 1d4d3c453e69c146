import pg from "pg";
import { codeOf } from "../../db/error-code.js";

/** Whether Postgres accepts connections at this address; it doesn't while it starts or recovers. @throws Error if it never will */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    const code = codeOf(error);
    // A wrong password or a missing database: waiting doesn't help.
    if (code === "28P01" || code === "3D000") throw error;
    return false;
  }
}

/** Creates a database if it is missing. @param adminUrl leads to another database of the same cluster */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const existing = await client.query("select from pg_database where datname = $1", [name]);
    if (!existing.rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
