import pg from "pg";
import { runBatch, UnsendableValue } from "./batch.js";
import { Borrowed } from "./borrowed.js";
import { NamedStatement } from "./named-statement.js";
import type { ReadingLimit } from "./reading.js";
import type { Shares } from "./shares.js";

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

/** Does work with a connection of the pool, which closes it after any other failure than a refusal. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const borrowed = await Borrowed.from(pool);
  try {
    return await work(borrowed.client);
  } catch (error) {
    borrowed.isLost ||= !isRefusal(error);
    throw error;
  } finally {
    borrowed.giveBack();
  }
}

/** A statement that somebody waits for. */
export interface Asked {
  text: string;
  values: unknown[];
  reading: ReadingLimit | null;
  resolve(rows: object[]): void;
  reject(error: unknown): void;
}

interface Sending {
  pool: pg.Pool;
  shares: Shares;
  /** whose share of the connections it takes */
  organizationId: string;
  /** a statement before several, whose rows nobody needs */
  first?: string;
  /** called if one of several was refused, before each is sent by itself */
  refused?: () => void;
}

/** Sends statements: several in one piece, and each by itself if one of these is refused. It never fails: each has its own outcome. */
export async function send(
  asked: readonly Asked[],
  { pool, shares, organizationId, first, refused }: Sending,
): Promise<void> {
  const inShare = <T>(work: () => Promise<T>) => shares.during(organizationId, work);
  if (asked.length > 1) {
    if (await inShare(() => sendTogether(pool, asked, first))) return;
    refused?.();
  }
  const alone = ({ text, values, reading, resolve, reject }: Asked) =>
    inShare(() => runPooled(pool, text, values, reading)).then(resolve, reject);
  await Promise.all(asked.map(alone));
}

/**
 * Sends statements in one piece, as one transaction, on a connection of the pool.
 * @returns whether each has its outcome; else none of them has happened, since one was refused
 */
async function sendTogether(pool: pg.Pool, asked: readonly Asked[], first?: string): Promise<boolean> {
  const before = first === undefined ? [] : [new NamedStatement(first, [], null)];
  const statements = asked.map(({ text, values, reading }) => new NamedStatement(text, values, reading));
  try {
    await withClient(pool, (client) => runBatch(client, [...before, ...statements]));
  } catch (error) {
    if (isRefusal(error)) return false;
    // Nobody knows what became of them, so that none may be sent again.
    for (const { reject } of asked) reject(error);
    return true;
  }
  for (const [n, statement] of statements.entries()) {
    try {
      asked[n]?.resolve(statement.rows());
    } catch (error) {
      asked[n]?.reject(error);
    }
  }
  return true;
}
