import { createHash } from "node:crypto";
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

/** What `pg` calls on a statement and gives to it; its types leave this out. */
interface Sent {
  prepare(connection: object): void;
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

const nothing = { value: () => undefined };

/** A connection of `pg`, and the statements that it has described. */
class Wire {
  private static readonly wires = new WeakMap<object, Wire>();
  readonly columns = new Map<string, Column[]>();
  /** the same connection, but it doesn't ask for descriptions, doesn't end the transaction, or neither */
  readonly terse: object;
  readonly open: object;
  readonly terseOpen: object;

  private constructor(connection: object) {
    this.terse = Object.create(connection, { describe: nothing });
    this.open = Object.create(connection, { sync: nothing });
    this.terseOpen = Object.create(connection, { describe: nothing, sync: nothing });
  }

  static of(connection: object): Wire {
    const wire = Wire.wires.get(connection) ?? new Wire(connection);
    Wire.wires.set(connection, wire);
    return wire;
  }
}

/**
 * A statement that each connection describes once. By itself `pg` has the columns described with every answer, and finds out anew how to
 * read them, which takes longer than reading a row.
 */
export class NamedStatement<Row extends object> extends pg.Query {
  declare readonly name: string | undefined;
  declare readonly text: string;
  declare handleReadyForQuery: (connection: object) => void;
  private readonly found: Row[] = [];
  private wire: Wire | undefined;
  private columns: readonly Column[] = [];
  private characters = 0;
  private failure: unknown;
  isSettled = false;

  /** @param settle is called once, with an error or all rows */
  constructor(
    text: string,
    values: unknown[],
    private readonly reading: ReadingLimit | null,
    settle: (error: unknown, rows: Row[]) => void,
  ) {
    const known = knownOf(text);
    super({ ...(known.name === undefined ? {} : { name: known.name }), text }, values, (error) => {
      this.isSettled = true;
      known.mostCharacters = Math.max(known.mostCharacters, this.characters);
      settle(error ?? this.failure, this.found);
    });
  }

  /** @param isOpen whether others follow in the same transaction */
  prepare(connection: object, isOpen = false): void {
    const wire = Wire.of(connection);
    const columns = this.name === undefined ? undefined : wire.columns.get(this.name);
    const { prepare } = pg.Query.prototype as unknown as Sent;
    if (columns) this.columns = columns;
    const [whole, terse] = isOpen ? [wire.open, wire.terseOpen] : [connection, wire.terse];
    prepare.call(this, columns ? terse : whole);
    this.wire = wire;
  }

  handleRowDescription({ fields }: Description): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, "text") }));
    if (this.name !== undefined) this.wire?.columns.set(this.name, [...this.columns]);
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

  private read(fields: DataRow["fields"]): Row {
    const row: Record<string, unknown> = {};
    this.columns.forEach(({ name, parse }, n) => {
      const text = fields[n] ?? null;
      this.characters += text?.length ?? 0;
      row[name] = text === null || this.reading?.isBeyond(text.length) ? null : parse(text);
    });
    return row as Row;
  }
}

/** Runs a statement on a connection. */
export const runOn = <Row extends object>(
  client: pg.ClientBase,
  text: string,
  values: unknown[],
  reading: ReadingLimit | null = null,
): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    client.query(
      new NamedStatement<Row>(text, values, reading, (error, rows) => {
        if (error) reject(error as Error);
        else resolve(rows);
      }),
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

/** Whether Postgres has answered that it did nothing, and the connection can go on. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !uncertain.test(error.code ?? "08000");

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
