import { createHash } from "node:crypto";
import type pg from "pg";
import type { DataSource, EntityMetadata } from "typeorm";
import { poolOf } from "./data-source.js";
import type { FirmRecord } from "./entities/record.js";

export type EntityClass<T extends object> = abstract new () => T;
type Row = Record<string, unknown>;

interface Write {
  sql: string;
  values: unknown[];
  /** rows that must be affected; undefined: any number */
  expected?: number;
}

export interface Change {
  record: string;
  id: string;
  op: "create" | "update" | "delete";
  before?: Row;
  after?: Row;
}

const staleCodes = new Set(["PR409", "23503", "23505", "40001", "40P01"]);
/** Did Postgres refuse because something had changed since it was read? Then the same work, done again from the start, succeeds or says why not. */
export const isStaleRead = (error: unknown): boolean => staleCodes.has((error as { code?: string } | null)?.code ?? "");

const maxNamedStatements = 1_000;
const statementNames = new Map<string, string>();

/** A name for a statement's text, so that Postgres plans it once per connection; past the limit statements stay unnamed. */
function nameOf(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= maxNamedStatements) return known;
  const name = createHash("sha1").update(text).digest("base64url");
  statementNames.set(text, name);
  return name;
}

/**
 * What an action reads and writes, as one unit. Reads happen at once. Writes are collected, and sent together as ONE named
 * statement, which needs no transaction; only where an action locks a row or writes in bulk do they become a transaction.
 * Every update and delete is guarded by the version that was read, so no change is lost: a stale one undoes the whole unit.
 */
export class UnitOfWork {
  readonly changes: Change[] = [];
  private readonly writes = new Map<object, Write & { change: Change }>();
  private readonly extras: Write[] = [];
  private client: pg.PoolClient | null = null;
  private connectionLost = false;
  private executed = false;
  private committed = false;
  private readonly pool: pg.Pool;

  constructor(private readonly dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  /** Runs one named read; its text must be one of a bounded number. */
  async query<T extends object>(text: string, values: unknown[]): Promise<T[]> {
    const result = await (this.client ?? this.pool).query({ name: nameOf(text) as string, text, values });
    return result.rows as T[];
  }

  /** Runs one write at once, in a transaction that the whole unit now shares. */
  async execute<T extends object>(text: string, values: unknown[]): Promise<T[]> {
    await this.begin();
    this.executed = true;
    return this.query<T>(text, values);
  }

  /** Opens a transaction, so that what is read from now on can be locked. */
  async begin(): Promise<void> {
    if (this.client) return;
    const client = await this.pool.connect();
    this.client = client;
    // A connection that breaks while it is ours says so here too, beside failing its query; unheard, that would end the process.
    client.on("error", this.loseConnection);
    await client.query("begin");
  }

  /** The columns of an entity as a select list, under its property names; `t` is the table. */
  columns(entity: EntityClass<object>): string {
    return this.metadata(entity)
      .columns.map((column) => `t.${column.databaseName} as "${column.propertyName}"`)
      .join(", ");
  }

  table(entity: EntityClass<object>): string {
    return this.metadata(entity).tableName;
  }

  /** The database's name of a property, checked against the entity. */
  column(entity: EntityClass<object>, property: string): string {
    const column = this.metadata(entity).findColumnWithPropertyName(property);
    if (!column) throw new Error(`${this.metadata(entity).name} has no ${property}`);
    return column.databaseName;
  }

  /** Makes a record of a row, with the entity's methods. */
  hydrate<T extends object>(entity: EntityClass<T>, row: Row): T {
    return Object.assign(Object.create(entity.prototype as object) as T, row);
  }

  /** All records with these values, oldest first; null matches an empty column, undefined anything. */
  async all<T extends FirmRecord>(
    entity: EntityClass<T>,
    where: Partial<T> & { organizationId: string },
  ): Promise<T[]> {
    const { clauses, values } = this.conditions(entity, where);
    const text = `select ${this.columns(entity)} from ${this.table(entity)} t where ${clauses.join(" and ")} order by t.id`;
    return (await this.query<Row>(text, values)).map((row) => this.hydrate(entity, row));
  }

  /** The record with this id, or null. */
  async find<T extends FirmRecord>(entity: EntityClass<T>, organizationId: string, id: string): Promise<T | null> {
    return (await this.all(entity, { organizationId, id } as Partial<T> & { organizationId: string }))[0] ?? null;
  }

  conditions(entity: EntityClass<FirmRecord>, where: object): { clauses: string[]; values: unknown[] } {
    const clauses: string[] = [];
    const values: unknown[] = [];
    for (const [property, value] of Object.entries(where)) {
      if (value === undefined) continue;
      const column = this.column(entity, property);
      clauses.push(value === null ? `t.${column} is null` : `t.${column} = $${values.push(value)}`);
    }
    return { clauses, values };
  }

  insert<T extends FirmRecord>(entity: EntityClass<T>, values: Partial<T>): T {
    const metadata = this.metadata(entity);
    const record = this.hydrate(entity, {});
    const columns: string[] = [];
    const parameters: unknown[] = [];
    for (const column of metadata.columns) {
      const value = (values as Row)[column.propertyName] ?? (column.default as unknown) ?? null;
      (record as unknown as Row)[column.propertyName] = value;
      columns.push(column.databaseName);
      parameters.push(value);
    }
    this.put(record, {
      sql: "",
      values: [],
      change: { record: metadata.tableName, id: record.id, op: "create", after: { ...values } },
    });
    return record;
  }

  /** Changes a record that was read; only properties with another value count. Returns the same record, changed. */
  update<T extends FirmRecord>(record: T, changes: Partial<T>, now: Date): T {
    const known = this.writes.get(record);
    const change: Change = known?.change ?? {
      record: this.metadataOf(record).tableName,
      id: record.id,
      op: "update",
      before: {},
      after: {},
    };
    let changed = false;
    for (const [property, value] of Object.entries(changes) as [keyof T & string, unknown][]) {
      if (value === undefined || same(record[property], value)) continue;
      changed = true;
      if (change.before && !(property in change.before)) change.before[property] = record[property];
      if (change.after) change.after[property] = value;
      (record as unknown as Row)[property] = value;
    }
    if (changed) {
      record.updatedAt = now;
      if (!known) this.put(record, { sql: "", values: [], expected: 1, change });
    }
    return record;
  }

  delete(record: FirmRecord): void {
    this.writes.delete(record);
    const change: Change = { record: this.metadataOf(record).tableName, id: record.id, op: "delete" };
    this.put(record, { sql: "", values: [], expected: 1, change });
  }

  /** Adds a write of its own to the one statement: a table that is no entity. `$1`, `$2`… are this write's own parameters; `expected` rows must be affected. */
  append(sql: string, values: unknown[], expected?: number): void {
    this.extras.push({ sql, values, ...(expected === undefined ? {} : { expected }) });
  }

  get hasWrites(): boolean {
    return this.writes.size > 0 || this.extras.length > 0 || this.executed;
  }

  /** Sends what was collected; see `isStaleRead` for the failure that calls for another attempt. */
  async commit(): Promise<void> {
    const composed = [...this.writes].map(([record, write]) => this.compose(record as FirmRecord, write));
    const writes = [...composed, ...this.extras];
    if (writes.length > 0) await this.query(...combine(writes));
    if (this.client) await this.client.query("commit");
    this.committed = true;
  }

  /** Gives the connection back; undoes what was not committed. */
  async release(): Promise<void> {
    const client = this.client;
    if (!client) return;
    this.client = null;
    if (!this.committed) await client.query("rollback").catch(this.loseConnection);
    client.off("error", this.loseConnection);
    // A connection that can't even roll back is thrown away.
    client.release(this.connectionLost);
  }

  private readonly loseConnection = (): void => {
    this.connectionLost = true;
  };

  private put(record: object, write: Write & { change: Change }): void {
    this.writes.set(record, write);
    this.changes.push(write.change);
  }

  private compose(record: FirmRecord, { change, expected }: Write & { change: Change }): Write {
    const metadata = this.metadataOf(record);
    const row = record as unknown as Row;
    if (change.op === "create") {
      const columns = metadata.columns;
      return {
        sql: `insert into ${metadata.tableName} (${columns.map((c) => c.databaseName).join(", ")}) values (${columns.map((_, i) => `$${i + 1}`).join(", ")})`,
        values: columns.map((column) => encode(column.type, row[column.propertyName])),
      };
    }
    const guard = [record.organizationId, record.id, record.version];
    if (change.op === "delete") {
      return {
        sql: `delete from ${metadata.tableName} where organization_id = $1 and id = $2 and version = $3`,
        values: guard,
        expected: 1,
      };
    }
    const changed = metadata.columns.filter(
      (c) => c.propertyName in (change.after ?? {}) || c.propertyName === "updatedAt",
    );
    return {
      sql: `update ${metadata.tableName} set version = version + 1, ${changed.map((c, i) => `${c.databaseName} = $${i + 4}`).join(", ")} where organization_id = $1 and id = $2 and version = $3`,
      values: [...guard, ...changed.map((column) => encode(column.type, row[column.propertyName]))],
      ...(expected === undefined ? {} : { expected }),
    };
  }

  private metadata(entity: EntityClass<object>): EntityMetadata {
    return this.dataSource.getMetadata(entity as new () => object);
  }

  private metadataOf(record: object): EntityMetadata {
    return this.metadata(record.constructor as EntityClass<object>);
  }
}

/** pg would send an array as a Postgres array; JSON columns want text. */
const encode = (type: unknown, value: unknown): unknown =>
  (type === "json" || type === "jsonb") && value !== null ? JSON.stringify(value) : value;

function same(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (typeof a === "object" && a !== null) return JSON.stringify(a) === JSON.stringify(b);
  return a === b;
}

/** One statement of many writes: each a CTE, its parameters renumbered, and a last select that checks the affected rows. */
function combine(writes: Write[]): [string, unknown[]] {
  const values: unknown[] = [];
  const checks: string[] = [];
  const ctes = writes.map((write, n) => {
    const offset = values.length;
    values.push(...write.values);
    if (write.expected !== undefined) checks.push(`expect_rows((select count(*) from w${n}), ${write.expected})`);
    return `w${n} as (${write.sql.replace(/\$(\d+)/g, (_, i) => `$${Number(i) + offset}`)} returning 1)`;
  });
  return [`with ${ctes.join(",\n")} select ${checks.join(", ") || "1"}`, values];
}
