import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type { Writable } from "node:stream";
import pg from "pg";
import { serialize } from "pg-protocol";
import type { ReadingLimit } from "../reading.js";

/** What is known of a text, on all connections. */
interface Known {
  /** a hash of the text */
  name: string;
  /** the length of the longest answer, in characters */
  mostCharacters: number;
}
interface Column {
  name: string;
  parse(text: string): unknown;
}
/** The columns that a connection described, and a row of nulls: to copy one is faster than to make each row of nothing. */
interface Columns {
  all: readonly Column[];
  empty: Readonly<Record<string, unknown>>;
}
const noColumns: Columns = { all: [], empty: {} };

/** A connection of `pg`, with what its types leave out. */
export interface Connection {
  /** the texts of the statements that the server has parsed, and that it was given to parse, by name */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  stream: Writable;
  sync(): void;
  sendCopyFail(reason: string): void;
}

export interface Description {
  fields: { name: string; dataTypeID: number }[];
}
export interface DataRow {
  fields: (string | null)[];
}

/** Of more texts, the oldest are forgotten: which fields a change has makes a text of its own, so that in weeks there are many. */
const mostKnown = 1_000;
const texts = new Map<string, Known>();

const oldestOf = (names: ReadonlyMap<string, unknown>): string => names.keys().next().value as string;

function knownOf(text: string): Known {
  const found = texts.get(text);
  if (found) return found;
  const known = { name: createHash("sha1").update(text).digest("base64url"), mostCharacters: 0 };
  if (texts.size >= mostKnown) texts.delete(oldestOf(texts));
  texts.set(text, known);
  return known;
}

/** The length of this statement's longest answer in this process, in characters, as far as it is known. */
export const mostCharactersOf = (text: string): number => texts.get(text)?.mostCharacters ?? 0;

/** How `pg` writes values down. */
const { prepareValue } = createRequire(import.meta.url)("pg/lib/utils") as { prepareValue(value: unknown): unknown };

/** The columns of the statements that each connection has described, by name. */
const columnsByConnection = new WeakMap<Writable, Map<string, Columns>>();

function describedBy({ stream }: Connection): Map<string, Columns> {
  const columnsByName = columnsByConnection.get(stream) ?? new Map<string, Columns>();
  columnsByConnection.set(stream, columnsByName);
  return columnsByName;
}

/** The statement that a connection has known longest and doesn't use now, where it knows more than enough: Postgres keeps a plan of each. */
export function leaving(connection: Connection, used: readonly NamedStatement[]): string | null {
  const columnsByName = describedBy(connection);
  if (columnsByName.size <= mostKnown) return null;
  const oldest = oldestOf(columnsByName);
  if (used.every(({ name }) => name !== oldest)) return oldest;
  const columns = columnsByName.get(oldest) as Columns;
  columnsByName.delete(oldest);
  columnsByName.set(oldest, columns);
  return null;
}

/** Postgres' message that it has closed a statement. */
export function forgetClosed(connection: Connection, name: string): void {
  describedBy(connection).delete(name);
  delete connection.parsedStatements[name];
}

/**
 * A statement that each connection describes once. By itself `pg` has the columns described with every answer, and works out each time how to
 * read them, which takes longer than reading a row; and each of its statements is an emitter of events. It is sent by a `Batch`, also alone.
 */
export class NamedStatement {
  readonly name: string;
  private readonly known: Known;
  private readonly found: object[] = [];
  private columnsByName: Map<string, Columns> | undefined;
  private columns = noColumns;
  private characters = 0;
  private failure: unknown;

  constructor(
    readonly text: string,
    private readonly values: readonly unknown[],
    private readonly reading: ReadingLimit | null,
  ) {
    this.known = knownOf(text);
    this.name = this.known.name;
  }

  /** Adds its messages, without the one that ends the transaction. @throws if a value can't be written down */
  write(connection: Connection, messages: Buffer[]): void {
    const { name, text } = this;
    const values = this.values.map(prepareValue);
    this.columnsByName = describedBy(connection);
    const columns = this.columnsByName.get(name);
    const { parsedStatements, submittedNamedStatements } = connection;
    if ((parsedStatements[name] ?? submittedNamedStatements[name]) === undefined) {
      messages.push(serialize.parse({ name, text }));
      submittedNamedStatements[name] = text;
    }
    messages.push(serialize.bind({ statement: name, values }));
    if (columns) this.columns = columns;
    else messages.push(serialize.describe({ type: "P" }));
    messages.push(serialize.execute());
  }

  handleRowDescription({ fields }: Description): void {
    this.columns = {
      all: fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, "text") })),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
    this.columnsByName?.set(this.name, this.columns);
  }

  handleDataRow({ fields }: DataRow): void {
    if (this.failure) return;
    try {
      this.found.push(this.read(fields));
    } catch (error) {
      this.failure = error;
    }
  }

  /** All rows, once its batch has ended. @throws if one of them can't be read */
  rows(): object[] {
    this.known.mostCharacters = Math.max(this.known.mostCharacters, this.characters);
    if (this.failure) throw this.failure;
    return this.found;
  }

  private read(fields: DataRow["fields"]): object {
    const { all, empty } = this.columns;
    const row = { ...empty };
    all.forEach(({ name, parse }, n) => {
      const text = fields[n] ?? null;
      this.characters += text?.length ?? 0;
      row[name] = text === null || this.reading?.isBeyond(text.length) ? null : parse(text);
    });
    return row;
  }
}
