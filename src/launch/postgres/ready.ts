import pg from "pg";
import { codeOf } from "../../db/error-code.js";

/** Whether Postgres accepts connections at this address; it doesn't while it starts or recovers. @throws Error if it never will */
export const answers = async (url: string): Promise<boolean> => (await faultOf(url)) === null;

/** What keeps Postgres from accepting connections at this address; null: nothing. @throws Error if it never will */
export async function faultOf(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.end();
    return null;
  } catch (error) {
    const code = codeOf(error);
    // A wrong password or a missing database: waiting doesn't help.
    if (code === "28P01" || code === "3D000") throw error;
    return error;
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
