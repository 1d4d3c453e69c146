import pg from "pg";

/** Does `work` over a connection of its own. @param name by which Postgres shows it */
export async function connected<T>(url: string, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  // Where the connection breaks, the query that waits fails: without a listener the process would end beforehand.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
