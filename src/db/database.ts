import type pg from "pg";
import type { DataSource } from "typeorm";
import { createDataSource } from "./data-source.js";
import { named } from "./statement.js";
import { type EntityClass, Table } from "./table.js";

/** Whatever can run a named statement: the database itself, or a unit of work within its transaction. */
export interface Queries {
  /** Runs one statement; its text must be one of a bounded number, since each becomes a prepared statement. */
  query<T extends object>(text: string, values?: unknown[]): Promise<T[]>;
}

/** The connections to Postgres, and the entities' tables: TypeORM knows the entities, `pg` below it speaks to the server. */
export class Database implements Queries {
  private readonly tables = new Map<EntityClass<object>, Table>();

  private constructor(private readonly dataSource: DataSource) {}

  /**
   * @param poolSize connections at most
   * @param timeoutMs the longest that a statement may take
   */
  static async open(url: string, poolSize?: number, timeoutMs?: number): Promise<Database> {
    const dataSource = createDataSource(url, poolSize, timeoutMs);
    await dataSource.initialize();
    return new Database(dataSource);
  }

  /** The pool below TypeORM: it alone can name statements, which TypeORM's `query()` can't. */
  get pool(): pg.Pool {
    return (this.dataSource.driver as unknown as { master: pg.Pool }).master;
  }

  async query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.pool.query(named(text, values))).rows as T[];
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
