import pg from "pg";
import { codeOf } from "../error-code.js";
import type { ReadingLimit } from "../reading.js";
import { runBatch, UnsendableValue } from "./batch.js";
import { Borrowed } from "./borrowed.js";
import { NamedStatement } from "./named-statement.js";

/**
 * Runs a statement on a connection.
 * @param reading beyond it values are null: call `check` before using a row
 * @throws what Postgres refuses; UnsendableValue
 */
export async function runOn<Row extends object>(
  client: pg.ClientBase,
  text: string,
  values: unknown[],
  reading: ReadingLimit | null = null,
): Promise<Row[]> {
  const statement = new NamedStatement(text, values, reading);
  await runBatch(client, [statement]);
  return statement.rows() as Row[];
}

/** The same on a connection of the pool. */
export const runPooled = <Row extends object>(
  pool: pg.Pool,
  text: string,
  values: unknown[],
  reading: ReadingLimit | null = null,
): Promise<Row[]> => withClient(pool, (client) => runOn<Row>(client, text, values, reading));

/** Errors of connections, servers that stop, and broken ones. Postgres translates how severe an error is, but not these. */
const uncertain = /^(08|57P|25P0[34]|58|XX|F0)/;

/** Whether nothing was done and the connection can go on: Postgres has said so, or was asked nothing. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof UnsendableValue || (error instanceof pg.DatabaseError && !uncertain.test(error.code ?? "08000"));

/** The one refusal caused by the session: Postgres, or the database, was read-only when the session began. */
const readOnly = "25006";

/** Has a connection closed, not given back, after what another one might not say. */
export function judge(borrowed: Borrowed, error: unknown): void {
  borrowed.isLost ||= !isRefusal(error) || codeOf(error) === readOnly;
}

/** Does work with a connection of the pool, and judges it by what fails. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const borrowed = await Borrowed.from(pool);
  try {
    return await work(borrowed.client);
  } catch (error) {
    judge(borrowed, error);
    throw error;
  } finally {
    borrowed.giveBack();
  }
}
