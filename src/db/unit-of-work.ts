import type pg from "pg";
import type { DataSource } from "typeorm";
import { poolOf } from "./data-source.js";
import type { FirmRecord } from "./entities/record.js";
import { same } from "./same.js";
import { combine, deleteOf, insertOf, nameOf, updateOf, type Write } from "./statement.js";
import { type EntityClass, hydrate, Table } from "./table.js";
import { Transaction } from "./transaction.js";

type Row = Record<string, unknown>;

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

/**
 * What an action reads and writes, as one unit. Reads happen at once. Writes are collected, and sent together as ONE named
 * statement, which needs no transaction; only where an action locks a row or writes in bulk do they become a transaction.
 * Every update and delete is guarded by the version that was read, so no change is lost: a stale one undoes the whole unit.
 */
export class UnitOfWork {
  readonly changes: Change[] = [];
  private readonly writes = new Map<FirmRecord, Change>();
  private readonly extras: Write[] = [];
  private transaction: Transaction | null = null;
  private executed = false;
  private readonly pool: pg.Pool;

  constructor(private readonly dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  /** Runs one named read; its text must be one of a bounded number. */
  async query<T extends object>(text: string, values: unknown[]): Promise<T[]> {
    const result = await (this.transaction?.client ?? this.pool).query({ name: nameOf(text) as string, text, values });
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
    this.transaction ??= await Transaction.begin(this.pool);
  }

  table(entity: EntityClass<object>): Table {
    return Table.of(this.dataSource, entity);
  }

  /** All records with these values, oldest first; null matches an empty column, undefined anything. */
  async all<T extends FirmRecord>(
    entity: EntityClass<T>,
    where: Partial<T> & { organizationId: string },
  ): Promise<T[]> {
    const table = this.table(entity);
    const { clauses, values } = table.conditions(where);
    const text = `select ${table.selectList} from ${table.name} t where ${clauses.join(" and ")} order by t.id`;
    return (await this.query<Row>(text, values)).map((row) => hydrate(entity, row));
  }

  /** The record with this id, or null. */
  async find<T extends FirmRecord>(entity: EntityClass<T>, organizationId: string, id: string): Promise<T | null> {
    return (await this.all(entity, { organizationId, id } as Partial<T> & { organizationId: string }))[0] ?? null;
  }

  insert<T extends FirmRecord>(entity: EntityClass<T>, values: Partial<T>): T {
    const table = this.table(entity);
    const record = hydrate(entity, {});
    for (const column of table.columns)
      (record as unknown as Row)[column.property] = (values as Row)[column.property] ?? column.default ?? null;
    this.put(record, { record: table.name, id: record.id, op: "create", after: { ...values } });
    return record;
  }

  /** Changes a record that was read; only properties with another value count. Returns the same record, changed. */
  update<T extends FirmRecord>(record: T, changes: Partial<T>, now: Date): T {
    const known = this.writes.get(record);
    const change: Change = known ?? {
      record: this.tableOf(record).name,
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
      if (!known) this.put(record, change);
    }
    return record;
  }

  delete(record: FirmRecord): void {
    this.writes.delete(record);
    this.put(record, { record: this.tableOf(record).name, id: record.id, op: "delete" });
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
    const composed = [...this.writes].map(([record, change]) => this.compose(record, change));
    const writes = [...composed, ...this.extras];
    if (writes.length > 0) await this.query(...combine(writes));
    await this.transaction?.commit();
  }

  /** Gives the connection back; undoes what was not committed. */
  async release(): Promise<void> {
    const transaction = this.transaction;
    this.transaction = null;
    await transaction?.release();
  }

  private put(record: FirmRecord, change: Change): void {
    this.writes.set(record, change);
    this.changes.push(change);
  }

  private compose(record: FirmRecord, change: Change): Write {
    const table = this.tableOf(record);
    if (change.op === "create") return insertOf(table, record);
    return change.op === "delete" ? deleteOf(table, record) : updateOf(table, record, change.after ?? {});
  }

  private tableOf(record: object): Table {
    return this.table(record.constructor as EntityClass<object>);
  }
}
