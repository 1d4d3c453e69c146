import pg from "pg";

/** Does Postgres answer at this address? While it starts or recovers it doesn't yet. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    // Refused for good: waiting would not help.
    if (code === "28P01" || code === "3D000") throw error;
    return false;
  }
}

/** Makes a database where it is missing. `adminUrl` leads to another database of the same cluster. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const known = await client.query("select from pg_database where datname = $1", [name]);
    if (!known.rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
