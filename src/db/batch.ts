import type pg from "pg";
import {
  type Connection,
  forget,
  isRefusal,
  NamedStatement,
  refuseCopy,
  runPooled,
  type Sendable,
  sendAll,
  submittable,
  withClient,
} from "./named-statement.js";
import type { ReadingLimit } from "./reading.js";
import type { Shares } from "./shares.js";

type Statement = NamedStatement<object>;

/**
 * Statements that are sent in one piece, and are one transaction: Postgres commits them together, or none. `pg` asks a query for its name
 * and text whenever Postgres has parsed one, so it is given those of the statement whose turn it is.
 */
class Batch implements Sendable {
  private turn = 0;

  /** @param callback is called once, with the error that ended all of them, or after their commit */
  constructor(
    private readonly statements: readonly Statement[],
    private callback: (error: unknown) => void,
  ) {}

  private get current(): Statement | undefined {
    return this.statements[this.turn];
  }

  get name(): string | undefined {
    return this.current?.name;
  }

  get text(): string | undefined {
    return this.current?.text;
  }

  submit(connection: Connection): Error | null {
    return sendAll(connection, this.statements);
  }

  handleRowDescription(message: Parameters<Sendable["handleRowDescription"]>[0]): void {
    this.current?.handleRowDescription(message);
  }

  handleDataRow(message: Parameters<Sendable["handleDataRow"]>[0]): void {
    this.current?.handleDataRow(message);
  }

  handleCommandComplete(): void {
    this.turn++;
  }

  handleEmptyQuery(): void {
    this.turn++;
  }

  handleReadyForQuery(): void {
    for (const statement of this.statements) statement.handleReadyForQuery();
    this.callback(null);
  }

  handleError(error: unknown, connection: Connection): void {
    // What Postgres passed over after the failure was not parsed either.
    forget(connection, this.statements);
    this.callback(error);
  }

  handleCopyInResponse(connection: Connection): void {
    refuseCopy(connection);
  }

  handleCopyData(): void {
    // As `handleCopyInResponse`.
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

interface Way {
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
  { pool, shares, organizationId, first, refused }: Way,
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
  const statements = asked.map(
    ({ text, values, reading, resolve, reject }) =>
      new NamedStatement(text, values, reading, (error, rows) => (error ? reject(error) : resolve(rows))),
  );
  if (first !== undefined) statements.unshift(new NamedStatement(first, [], null, () => undefined));
  try {
    await withClient(
      pool,
      (client) =>
        new Promise<void>((done, fail) => {
          client.query(submittable(new Batch(statements, (error) => (error ? fail(error as Error) : done()))));
        }),
    );
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    // Nobody knows what became of them, so that none may be sent again.
    for (const { reject } of asked) reject(error);
    return true;
  }
}
