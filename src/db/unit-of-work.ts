import { v7 as uuidv7 } from "uuid";
import type { Order } from "../contracts/order.js";
import { type Actor, auditEvent, type Change, type Trail } from "./audit.js";
import type { Database, Queries } from "./database.js";
import { Organization } from "./entities/organization.js";
import type { OrganizationRecord, VersionedRecord } from "./entities/record.js";
import { orderInsert } from "./outbox.js";
import { same } from "./same.js";
import { combine, deleteOf, insertOf, named, updateOf, type Write } from "./statement.js";
import { type EntityClass, hydrate, type Table } from "./table.js";
import { Transaction } from "./transaction.js";

type Row = Record<string, unknown>;

/**
 * What is read and written at once, the one way to write. Reads happen at once. Writes are collected, and sent together as ONE named
 * statement, which needs no transaction; only where a row is locked or `execute` writes at once do they become a transaction.
 * Every update and delete is guarded by the version that was read, so no change is lost: a stale one undoes the whole unit.
 * The audit event and the orders for Temporal are writes of the same statement. Run one with `transact`.
 */
export class UnitOfWork implements Queries {
  readonly now = new Date();
  readonly changes: Change[] = [];
  private readonly writes = new Map<VersionedRecord, Change>();
  private readonly extras: Write[] = [];
  private orderCount = 0;
  private transaction: Transaction | null = null;
  private trail: Trail | null;
  /** the organizations whose audit logs keep the event; null: the actor's */
  private recordedIn: readonly string[] | null = null;
  private readonly organizations = new Map<string, Organization>();

  constructor(
    private readonly database: Database,
    trail: Trail | null = null,
    /** what is loaded stays locked until the unit ends */
    readonly isLocking = false,
  ) {
    this.trail = trail;
  }

  async query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    const connection = this.transaction?.client ?? this.database.pool;
    return (await connection.query(named(text, values))).rows as T[];
  }

  /** Runs one statement at once, in a transaction that the whole unit now shares. What it changes is told by `note`. */
  async execute<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    await this.begin();
    return this.query<T>(text, values);
  }

  /** Opens a transaction, so that what is read from now on can be locked. */
  async begin(): Promise<void> {
    this.transaction ??= await Transaction.begin(this.database.pool);
  }

  table(entity: EntityClass<object>): Table {
    return this.database.table(entity);
  }

  /** All records with these values, oldest first; null matches an empty column, undefined anything. */
  async all<T extends OrganizationRecord>(
    entity: EntityClass<T>,
    where: Partial<T> & { organizationId: string },
  ): Promise<T[]> {
    return this.select(entity, where);
  }

  /** The record with this id, or null. */
  async find<T extends OrganizationRecord>(
    entity: EntityClass<T>,
    organizationId: string,
    id: string,
  ): Promise<T | null> {
    return (await this.select(entity, { organizationId, id }))[0] ?? null;
  }

  /** The organization with this id, read once. @throws Error where there is none */
  async organization(id: string): Promise<Organization> {
    const organization = this.organizations.get(id) ?? (await this.select(Organization, { id }))[0];
    if (!organization) throw new Error(`There is no organization ${id}`);
    this.organizations.set(id, organization);
    return organization;
  }

  /** As `find`, and locks the row until the unit ends. */
  async lock<T extends OrganizationRecord>(
    entity: EntityClass<T>,
    organizationId: string,
    id: string,
  ): Promise<T | null> {
    await this.begin();
    return (await this.select(entity, { organizationId, id }, " for no key update of t"))[0] ?? null;
  }

  /** A new record; id, times and version are made here unless given. */
  insert<T extends VersionedRecord>(entity: EntityClass<T>, values: Partial<T>): T {
    const table = this.table(entity);
    const record = hydrate(entity, {});
    const given: Row = { id: uuidv7(), createdAt: this.now, updatedAt: this.now, version: 1, ...values };
    for (const column of table.columns)
      (record as unknown as Row)[column.property] = given[column.property] ?? column.default ?? null;
    this.put(record, { record: table.name, id: record.id, op: "create", after: { ...values } });
    return record;
  }

  /** Changes a record that was read; only properties with another value count. Returns the same record, changed. */
  update<T extends VersionedRecord>(record: T, changes: Partial<T>): T {
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
      record.updatedAt = this.now;
      if (!known) this.put(record, change);
    }
    return record;
  }

  delete(record: VersionedRecord): void {
    this.writes.delete(record);
    this.put(record, { record: this.tableOf(record).name, id: record.id, op: "delete" });
  }

  /** Adds a write of its own to the one statement: a table that is no entity. `$1`, `$2`… are this write's own parameters; `expected` rows must be affected. */
  append(sql: string, values: unknown[], expected?: number): void {
    this.extras.push({ sql, values, ...(expected === undefined ? {} : { expected }) });
  }

  /** Orders the start or the signal of a workflow, in the same commit. */
  order(order: Order): void {
    this.orderCount++;
    this.append(...orderInsert(order, this.now));
  }

  get hasOrders(): boolean {
    return this.orderCount > 0;
  }

  /** Keeps for the audit event what `execute` or `append` changed. */
  note(change: Change): void {
    this.changes.push(change);
  }

  /** Says whose change it is, where only the work itself finds that out. */
  actAs({
    userId,
    keyId,
    client,
    connectionId = null,
  }: Pick<Actor, "userId" | "keyId" | "client" | "connectionId">): void {
    if (this.trail) this.trail = { ...this.trail, actor: { ...this.trail.actor, userId, keyId, client, connectionId } };
  }

  /** Has the event kept by the audit logs of these organizations, rather than by the actor's own: for what belongs to a person. */
  recordIn(organizationIds: readonly string[]): void {
    this.recordedIn = organizationIds;
  }

  /** Adds an audit event of its own, beside that of the whole unit: for changes that belong to somebody else. */
  audit(trail: Trail, changes: readonly Change[]): void {
    this.append(...auditEvent(trail, changes, this.now));
  }

  /** Sends what was collected; see `isStaleRead` for the failure that calls for another attempt. */
  async commit(): Promise<void> {
    if (this.trail && (this.changes.length > 0 || this.hasOrders)) {
      const { actor } = this.trail;
      for (const organizationId of this.recordedIn ?? [actor.organizationId])
        this.audit({ ...this.trail, actor: { ...actor, organizationId } }, this.changes);
    }
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

  private async select<T extends object>(entity: EntityClass<T>, where: object, suffix = ""): Promise<T[]> {
    const table = this.table(entity);
    const { clauses, values } = table.conditions(where);
    const text = `select ${table.selectList} from ${table.name} t where ${clauses.join(" and ")} order by t.id${suffix}`;
    return (await this.query<Row>(text, values)).map((row) => hydrate(entity, row));
  }

  private put(record: VersionedRecord, change: Change): void {
    this.writes.set(record, change);
    this.changes.push(change);
  }

  private compose(record: VersionedRecord, change: Change): Write {
    const table = this.tableOf(record);
    if (change.op === "create") return insertOf(table, record);
    return change.op === "delete" ? deleteOf(table, record) : updateOf(table, record, change.after ?? {});
  }

  private tableOf(record: object): Table {
    return this.table(record.constructor as EntityClass<object>);
  }
}
