import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type { Writable } from "node:stream";
import pg from "pg";
import { Borrowed } from "./borrowed.js";
import type { ReadingLimit } from "./reading.js";

/** What is known of a text, on all connections. */
interface Known {
  /** a hash of the text; none beyond the limit */
  name: string | undefined;
  /** the most characters that an answer had */
  mostCharacters: number;
}
interface Column {
  name: string;
  parse(text: string): unknown;
}

/** A connection of `pg`, with what its types leave out. */
export interface Connection {
  /** the texts of the statements that the server has parsed, and that it was given to parse, by name */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  stream: Writable;
  parse(statement: { name: string | undefined; text: string }): void;
  bind(portal: { statement: string | undefined; values: unknown[] }): void;
  describe(portal: { type: "P"; name: string }): void;
  execute(portal: { portal: string; rows: number }): void;
  sync(): void;
  sendCopyFail(reason: string): void;
  _send(message: Buffer): unknown;
}

interface Description {
  fields: { name: string; dataTypeID: number }[];
}
interface DataRow {
  fields: (string | null)[];
}

const maxNames = 1_000;
const texts = new Map<string, Known>();

function knownOf(text: string): Known {
  const found = texts.get(text);
  if (found) return found;
  const hasRoom = texts.size < maxNames;
  const known = { name: hasRoom ? createHash("sha1").update(text).digest("base64url") : undefined, mostCharacters: 0 };
  if (hasRoom) texts.set(text, known);
  return known;
}

/** The most characters that any answer to this statement had in this process; null: nobody knows. */
export function mostCharactersOf(text: string): number | null {
  const known = texts.get(text);
  return known ? known.mostCharacters : texts.size < maxNames ? 0 : null;
}

/** How `pg` writes values down. */
const { prepareValue } = createRequire(import.meta.url)("pg/lib/utils") as { prepareValue(value: unknown): unknown };

/** The columns of the statements that each connection has described, by name. */
const described = new WeakMap<Writable, Map<string, readonly Column[]>>();

function describedBy({ stream }: Connection): Map<string, readonly Column[]> {
  const known = described.get(stream) ?? new Map<string, readonly Column[]>();
  described.set(stream, known);
  return known;
}

/** What `pg` calls on a query that it is given. */
export interface Sendable {
  /** Called once the connection is free. @returns why nothing was sent; null: it was */
  submit(connection: Connection): Error | null;
  handleRowDescription(message: Description): void;
  handleDataRow(message: DataRow): void;
  handleCommandComplete(): void;
  handleEmptyQuery(): void;
  handleReadyForQuery(): void;
  handleError(error: unknown, connection: Connection): void;
  handleCopyInResponse(connection: Connection): void;
  handleCopyData(): void;
}

/** A statement of several that are sent at once. */
type Part = Pick<NamedStatement<object>, "name" | "write">;

/** Nothing was sent, since one of the values can't be written down. */
export class UnsendableValue extends Error {}

/** Ends a statement that copies rows, which `pg-copy-streams` does. While it waited for them, Postgres passed over the end of the transaction. */
export function refuseCopy(connection: Connection): void {
  connection.sendCopyFail("Statements copy nothing.");
  connection.sync();
}

/** Larger messages aren't copied to be one piece. */
const mostCopiedBytes = 64 * 1024;

/** Writes statements to a connection at once, as one transaction. @returns why nothing was sent; null: it was */
export function sendAll(connection: Connection, statements: readonly Part[]): Error | null {
  const messages: Buffer[] = [];
  const own: Connection = Object.create(connection, { _send: { value: (message: Buffer) => messages.push(message) } });
  try {
    for (const statement of statements) statement.write(own);
  } catch (cause) {
    forget(connection, statements);
    return new UnsendableValue("A value of a statement can't be written down.", { cause });
  }
  own.sync();
  const { stream } = connection;
  // It has failed already, and `pg` is about to say so.
  if (!stream.writable) return null;
  if (messages.reduce((bytes, { length }) => bytes + length, 0) <= mostCopiedBytes) {
    stream.write(Buffer.concat(messages));
    return null;
  }
  stream.cork();
  for (const message of messages) stream.write(message);
  stream.uncork();
  return null;
}

/** Statements that Postgres has not parsed, though it was to. */
export function forget({ submittedNamedStatements }: Connection, statements: readonly Part[]): void {
  for (const { name } of statements) if (name !== undefined) delete submittedNamedStatements[name];
}

/**
 * A statement that each connection describes once. By itself `pg` has the columns described with every answer, and finds out anew how to
 * read them, which takes longer than reading a row; and each of its statements is an emitter of events.
 */
export class NamedStatement<Row extends object> implements Sendable {
  readonly name: string | undefined;
  private readonly known: Known;
  private readonly found: Row[] = [];
  private described: Map<string, readonly Column[]> | undefined;
  private columns: readonly Column[] = [];
  private characters = 0;
  private failure: unknown;

  /** @param callback is called once, with an error or all rows; `pg` puts itself before it, to end the time that a statement may take */
  constructor(
    readonly text: string,
    private readonly values: readonly unknown[],
    private readonly reading: ReadingLimit | null,
    private callback: (error: unknown, rows: Row[]) => void,
  ) {
    this.known = knownOf(text);
    this.name = this.known.name;
  }

  submit(connection: Connection): Error | null {
    return sendAll(connection, [this]);
  }

  /** Adds its messages to those of a connection, without the one that ends the transaction. @throws if a value can't be written down */
  write(connection: Connection): void {
    const { name, text } = this;
    const values = this.values.map(prepareValue);
    this.described = describedBy(connection);
    const columns = name === undefined ? undefined : this.described.get(name);
    const { parsedStatements, submittedNamedStatements } = connection;
    if (name === undefined || (parsedStatements[name] ?? submittedNamedStatements[name]) === undefined) {
      connection.parse({ name, text });
      if (name !== undefined) submittedNamedStatements[name] = text;
    }
    connection.bind({ statement: name, values });
    if (columns) this.columns = columns;
    else connection.describe({ type: "P", name: "" });
    connection.execute({ portal: "", rows: 0 });
  }

  handleRowDescription({ fields }: Description): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, "text") }));
    if (this.name !== undefined) this.described?.set(this.name, this.columns);
  }

  handleDataRow({ fields }: DataRow): void {
    if (this.failure) return;
    try {
      this.found.push(this.read(fields));
    } catch (error) {
      this.failure = error;
    }
  }

  handleCommandComplete(): void {
    // How many rows there were shows already.
  }

  handleEmptyQuery(): void {
    // It has no rows.
  }

  handleReadyForQuery(): void {
    this.known.mostCharacters = Math.max(this.known.mostCharacters, this.characters);
    this.callback(this.failure, this.found);
  }

  handleError(error: unknown): void {
    this.callback(error, []);
  }

  handleCopyInResponse(connection: Connection): void {
    refuseCopy(connection);
  }

  handleCopyData(): void {
    // As `handleCopyInResponse`.
  }

  private read(fields: DataRow["fields"]): Row {
    const row: Record<string, unknown> = {};
    for (const [n, { name, parse }] of this.columns.entries()) {
      const text = fields[n] ?? null;
      this.characters += text?.length ?? 0;
      row[name] = text === null || this.reading?.isBeyond(text.length) ? null : parse(text);
    }
    return row as Row;
  }
}

/** What `pg` sends as a query, as its types have it. */
export const submittable = (query: Sendable): pg.Submittable => query as object as pg.Submittable;

/** Runs a statement on a connection. */
export const runOn = <Row extends object>(
  client: pg.ClientBase,
  text: string,
  values: unknown[],
  reading: ReadingLimit | null = null,
): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    client.query(
      submittable(
        new NamedStatement<Row>(text, values, reading, (error, rows) => {
          if (error) reject(error as Error);
          else resolve(rows);
        }),
      ),
    );
  });

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
