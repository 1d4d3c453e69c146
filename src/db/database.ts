import type pg from "pg";
import type { DataSource } from "typeorm";
import { createDataSource } from "./data-source.js";
import { Commits } from "./sending/commits.js";
import { QuickReads } from "./sending/quick-reads.js";
import { runPooled } from "./sending/run-statements.js";
import { Shares } from "./sending/shares.js";
import { type EntityClass, Table } from "./table.js";

/** Runs named statements: the database itself, or a unit of work within its transaction. */
export interface Queries {
  /** Runs one statement. There must be a bounded number of different texts, since each becomes a prepared statement. */
  query<T extends object>(text: string, values?: unknown[]): Promise<T[]>;
}

/** One organization may have at most this many of all connections. */
const shareOfOne = 0.6;

/** The connections to Postgres, and the entities' tables. TypeORM describes the entities; `pg`, below it, talks to the server. */
export class Database implements Queries {
  private readonly tables = new Map<EntityClass<object>, Table>();

  /** for reads of single records outside of transactions */
  readonly quickReads: QuickReads;
  /** for what units write outside of transactions */
  readonly commits: Commits;
  readonly shares: Shares;

  private constructor(
    private readonly dataSource: DataSource,
    /** where it is, for a thread that opens connections of its own */
    readonly url: string,
  ) {
    this.shares = new Shares(Math.ceil(shareOfOne * this.pool.options.max));
    this.quickReads = new QuickReads(this.pool, this.shares);
    this.commits = new Commits(this.pool, this.shares);
  }

  /**
   * @param poolSize the most connections at a time
   * @param timeoutMs the longest that a statement may take
   */
  static async open(url: string, poolSize?: number, timeoutMs?: number): Promise<Database> {
    const dataSource = createDataSource(url, poolSize, timeoutMs);
    await dataSource.initialize();
    return new Database(dataSource, url);
  }

  /** The `pg` pool below TypeORM, used directly because TypeORM's `query()` can't name statements. */
  get pool(): pg.Pool {
    return (this.dataSource.driver as unknown as { master: pg.Pool }).master;
  }

  query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    return runPooled<T>(this.pool, text, values);
  }

  table(entity: EntityClass<object>): Table {
    const table = this.tables.get(entity) ?? new Table(this.dataSource.getMetadata(entity as new () => object));
    this.tables.set(entity, table);
    return table;
  }

  close(): Promise<void> {
    return this.dataSource.destroy();
  }
}

/** Does work with one connection, which is closed afterwards. @param timeoutMs the longest that a statement may take */
export async function withDatabase<T>(
  url: string,
  work: (database: Database) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  const database = await Database.open(url, 1, timeoutMs);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
