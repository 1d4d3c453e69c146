import type { Socket } from "node:net";
import pg from "pg";
import { withSessionSettings } from "../../db/session-settings.js";
import { minuteMs } from "../../domain/calendar/durations.js";

/**
 * How long Postgres may take to connect, and how long it may say nothing then. Rows come and go all the time; what takes longest without a
 * word is a foreign key of a restore, or a table that a migration has locked.
 */
const limits = { connectMs: minuteMs / 2, silenceMs: 30 * minuteMs };

/** Does `work` over a connection of its own. @param name by which Postgres shows it @throws Error also where Postgres doesn't answer any more */
export async function connected<T>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<T>,
  { connectMs, silenceMs } = limits,
): Promise<T> {
  const client = new pg.Client({
    connectionString: withSessionSettings(url, { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }),
    application_name: name,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
  });
  // Where the connection breaks, the query that waits fails: without a listener the process would end beforehand.
  client.on("error", () => undefined);
  await client.connect();
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.setTimeout(silenceMs, () =>
    stream.destroy(new Error(`Postgres said nothing for ${silenceMs / minuteMs} minutes.`)),
  );
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
