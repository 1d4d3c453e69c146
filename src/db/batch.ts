import pg from "pg";
import type { NamedStatement } from "./named-statement.js";

/** What `pg` has of a connection and its types leave out. */
interface Connection {
  submittedNamedStatements: Record<string, string>;
  stream: { destroy(error: Error): void };
  sync(): void;
}

type Statement = NamedStatement<object>;

/** Nothing was sent, since one of the values can't be written down. */
export class UnsendableValue extends Error {}

/**
 * Statements that are sent in one piece, and are one transaction: Postgres commits them together, or none. `pg` asks a query for its name
 * and text whenever Postgres has parsed one, so it is given those of the statement whose turn it is.
 */
export class Batch extends pg.Query {
  private turn = 0;

  /** @param settle is called once, with the error that ended all of them, or after their commit */
  constructor(
    private readonly statements: readonly Statement[],
    settle: (error: unknown) => void,
  ) {
    super({ text: "" }, [], (error) => settle(error));
  }

  get current(): Statement | undefined {
    return this.statements?.[this.turn];
  }

  get name(): string | undefined {
    return this.current?.name;
  }
  set name(_: string | undefined) {}

  get text(): string | undefined {
    return this.current?.text;
  }
  set text(_: string | undefined) {}

  requiresPreparation(): boolean {
    return true;
  }

  prepare(connection: Connection): void {
    for (const statement of this.statements) statement.prepare(connection, true);
    // A statement whose values can't be written down has failed already, and the others must not be committed without it.
    if (this.statements.some(({ isSettled }) => isSettled))
      connection.stream.destroy(new UnsendableValue("A value can't be sent."));
    else connection.sync();
  }

  handleRowDescription(message: Parameters<Statement["handleRowDescription"]>[0]): void {
    this.current?.handleRowDescription(message);
  }

  handleDataRow(message: Parameters<Statement["handleDataRow"]>[0]): void {
    this.current?.handleDataRow(message);
  }

  handleCommandComplete(): void {
    this.turn++;
  }

  handleEmptyQuery(): void {
    this.turn++;
  }

  handleReadyForQuery(connection: Connection): void {
    for (const statement of this.statements) statement.handleReadyForQuery(connection);
    (pg.Query.prototype as unknown as Batch).handleReadyForQuery.call(this, connection);
  }

  handleError(error: unknown, connection: Connection): void {
    // What Postgres passed over after the failure was not parsed either.
    for (const { name } of this.statements) if (name !== undefined) delete connection.submittedNamedStatements[name];
    (pg.Query.prototype as unknown as Batch).handleError.call(this, error, connection);
  }
}
