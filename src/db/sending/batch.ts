import type pg from "pg";
import { serialize } from "pg-protocol";
import {
  type Connection,
  type DataRow,
  type Description,
  forgetClosed,
  leaving,
  type NamedStatement,
} from "./named-statement.js";

/** Nothing was sent, since one of the values can't be written down. */
export class UnsendableValue extends Error {}

/** Larger messages aren't copied into one piece. */
const mostCopiedBytes = 64 * 1024;
const noCopies = "Statements copy nothing.";

/**
 * Statements that are sent in one piece, and are one transaction, or part of the one that is open: all of them happen, or none. `pg` takes it
 * as a query, and asks for its name and text whenever Postgres has parsed one, so it is given those of the statement whose turn it is.
 */
class Batch {
  private turn = 0;
  private isCopying = false;
  /** a statement that Postgres is to close */
  private leaving: string | null = null;

  /**
   * @param callback is called once, with the error that ended all of them, or once all have happened; `pg` puts itself before it, to end the
   *   time that they may take
   */
  constructor(
    private statements: readonly NamedStatement[],
    private callback: (error: unknown) => void,
  ) {}

  private get current(): NamedStatement | undefined {
    return this.statements[this.turn];
  }

  get name(): string | undefined {
    return this.current?.name;
  }

  get text(): string | undefined {
    return this.current?.text;
  }

  /** Called once the connection is free. @returns why nothing was sent; null: it was, or `pg` is about to say why not */
  submit(connection: Connection): Error | null {
    const messages: Buffer[] = [];
    try {
      for (const statement of this.statements) statement.write(connection, messages);
    } catch (cause) {
      this.forget(connection);
      return new UnsendableValue("A value of a statement can't be written down.", { cause });
    }
    this.leaving = leaving(connection, this.statements);
    // Comes last: after a failure Postgres skips it, and still knows the statement.
    if (this.leaving !== null) messages.push(serialize.close({ type: "S", name: this.leaving }));
    messages.push(serialize.sync());
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

  /** The statements that Postgres should have parsed but didn't. */
  private forget({ submittedNamedStatements }: Connection): void {
    for (const { name } of this.statements) delete submittedNamedStatements[name];
  }

  handleRowDescription(message: Description): void {
    this.current?.handleRowDescription(message);
  }

  handleDataRow(message: DataRow): void {
    this.current?.handleDataRow(message);
  }

  handleCommandComplete(): void {
    this.turn++;
  }

  handleEmptyQuery(): void {
    this.turn++;
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.leaving !== null) forgetClosed(connection, this.leaving);
    this.end(this.isCopying ? new Error(noCopies) : null);
  }

  handleError(error: unknown, connection: Connection): void {
    // Postgres didn't parse the statements that it skipped after the failure either.
    this.forget(connection);
    this.end(error);
  }

  private end(error: unknown): void {
    // What `pg` makes of the callback stays until the whole heap is collected (decision 90), and the rows would with it.
    this.statements = [];
    this.callback(error);
  }

  /** Rows are copied by `pg-copy-streams`. While Postgres waits for them, it has passed over the end of the transaction. */
  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFail(noCopies);
    connection.sync();
  }

  handleCopyData(): void {
    this.isCopying = true;
  }
}

/** Sends statements on a connection in one piece (see `Batch`). @throws what ended all of them */
export const runBatch = (client: pg.ClientBase, statements: readonly NamedStatement[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const batch = new Batch(statements, settle(resolve, reject));
    client.query(batch as object as pg.Submittable);
  });

/** A function of its own, so that what `pg` keeps doesn't hold the statements. */
const settle =
  (resolve: () => void, reject: (error: unknown) => void) =>
  (error: unknown): void =>
    error ? reject(error) : resolve();
