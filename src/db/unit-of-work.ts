import type { Order } from "../contracts/order.js";
import { same } from "../domain/same.js";
import { traced } from "../tracing/trace.js";
import { type Actor, auditEvent, type Change, type Trail } from "./audit.js";
import type { Database } from "./database.js";
import { Organization } from "./entities/organization.js";
import type { OrganizationRecord, VersionedRecord } from "./entities/record.js";
import { type JsonText, jsonTexts } from "./json-text.js";
import { newId } from "./new-id.js";
import { orderInsert } from "./outbox.js";
import { combine, deleteOf, insertOf, type Reading, updateOf, type Write } from "./statement.js";
import { type EntityClass, hydrate, type Table } from "./table.js";
import { UnitQueries, type UnitTerms } from "./unit-queries.js";

type Row = Record<string, unknown>;

/** What a unit changes in a row, by column. */
export interface ColumnUpdate {
  table: string;
  id: string;
  before: Row;
  after: Row;
}
const inPostgres = { kind: "client", facts: { "db.system.name": "postgresql" } } as const;

/** The rows of a query that runs with the commit; empty before. Of JSON types only: a date is text. */
export interface Alongside<T> {
  rows: T[];
}

/**
 * Reads and writes that belong together: the only way to write. Reads run immediately. Writes are collected, and sent together as
 * one named statement, which needs no transaction of its own (see `Commits`); there is a transaction only if a row is locked, or if
 * `execute` writes immediately. Every update and delete is guarded by the version that was read: if one is stale, nothing of the unit is
 * written. The audit event and the orders for Temporal are part of the same statement. Run a unit with `transact`.
 */
export class UnitOfWork extends UnitQueries {
  readonly now = new Date();
  readonly changes: Change[] = [];
  private readonly writes = new Map<VersionedRecord, Change>();
  private readonly extras: Write[] = [];
  private readonly alongside: (Reading & { into: Alongside<unknown> })[] = [];
  private orderCount = 0;
  /** the organizations whose audit logs get the event; null: the actor's */
  private recordedIn: readonly string[] | null = null;
  private readonly organizations = new Map<string, Omit<Organization, "logo">>();

  /** others were faster: records that the work changes are to be locked until the unit ends; an action's context locks all that it loads */
  readonly isLocking: boolean;

  constructor(
    database: Database,
    private trail: Trail | null = null,
    { isLocking = false, ...terms }: UnitTerms & { isLocking?: boolean } = {},
  ) {
    super(database, terms);
    this.isLocking = isLocking;
  }

  table(entity: EntityClass<object>): Table {
    return this.database.table(entity);
  }

  /** All records with these values, oldest first. A null value matches an empty column. @throws Error for an undefined one */
  async all<T extends OrganizationRecord>(
    entity: EntityClass<T>,
    where: Partial<T> & { organizationId: string },
  ): Promise<T[]> {
    return this.select(entity, where);
  }

  /** The record with this id; null where there is none, or no id. */
  async find<T extends OrganizationRecord>(
    entity: EntityClass<T>,
    organizationId: string,
    id: string | null,
  ): Promise<T | null> {
    if (id === null) return null;
    return (await this.select(entity, { organizationId, id }))[0] ?? null;
  }

  /** The organization with this id, without its logo of up to a megabyte; repeated calls read it once. @throws Error if there is none */
  async organization(id: string): Promise<Omit<Organization, "logo">> {
    const known = this.organizations.get(id);
    if (known) return known;
    const selectList = this.table(Organization).selectListWithout("logo");
    const organization = required((await this.select(Organization, { id }, "", selectList))[0], id);
    this.organizations.set(id, organization);
    return organization;
  }

  /** The organization with this id, with all that it has. @throws Error if there is none */
  async wholeOrganization(id: string): Promise<Organization> {
    return required((await this.select(Organization, { id }))[0], id);
  }

  /** Like `find`, and locks the row until the unit ends. */
  async lock<T extends OrganizationRecord>(
    entity: EntityClass<T>,
    organizationId: string,
    id: string,
  ): Promise<T | null> {
    await this.begin();
    return (await this.select(entity, { organizationId, id }, " for no key update of t"))[0] ?? null;
  }

  /** Adds a new record. Its id, times and version are set here, unless `values` has them. */
  insert<T extends VersionedRecord>(entity: EntityClass<T>, values: Partial<T>): T {
    const table = this.table(entity);
    const record = hydrate(entity, {});
    const initial: Row = { id: newId(), createdAt: this.now, updatedAt: this.now, version: 1, ...values };
    for (const column of table.columns)
      (record as unknown as Row)[column.property] = initial[column.property] ?? column.default ?? null;
    this.put(record, { record: table.name, id: record.id, op: "create", after: { ...values } });
    return record;
  }

  /**
   * Changes a record that was read. Properties whose value stays the same, or is undefined, don't count.
   * @returns the same object
   */
  update<T extends VersionedRecord>(record: T, changes: Partial<T>): T {
    const pending = this.writes.get(record);
    const change: Change = pending ?? {
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
      if (!pending) this.put(record, change);
    }
    return record;
  }

  /** @param before what the audit log records of it, where nothing else says what it was */
  delete(record: VersionedRecord, before?: Record<string, unknown>): void {
    this.writes.delete(record);
    this.put(record, { record: this.tableOf(record).name, id: record.id, op: "delete", ...(before ? { before } : {}) });
  }

  /**
   * Adds a write to the unit's statement, for a table without an entity.
   * @param sql with `$1`, `$2`… for the values
   * @param expected the number of rows that must be affected; unset: any number
   */
  append(sql: string, values: unknown[], expected?: number): void {
    this.extras.push({ sql, values, ...(expected === undefined ? {} : { expected }) });
  }

  /**
   * Reads in the unit's statement, without a round trip of its own, what the answer needs and the work doesn't.
   * @returns where the rows stand after the commit
   */
  readAlongside<T>(sql: string, values: unknown[]): Alongside<T> {
    const into: Alongside<T> = { rows: [] };
    this.alongside.push({ sql, values, into });
    return into;
  }

  /** Whether the commit will also read something. */
  get isReadingAlongside(): boolean {
    return this.alongside.length > 0;
  }

  /** Reads it now, for an answer that must be whole before the commit. */
  async readAhead(): Promise<void> {
    for (const { sql, values, into } of this.alongside.splice(0)) into.rows = await this.query(sql, values);
  }

  /** Orders a start or a signal of a workflow, in the same commit. */
  order(order: Order): void {
    this.orderCount++;
    this.append(...orderInsert(order, this.now));
  }

  /** The updates collected so far. */
  pendingUpdates(): ColumnUpdate[] {
    return [...this.writes].flatMap(([record, { op, id, before, after }]) => {
      if (op !== "update" || !before || !after) return [];
      const table = this.tableOf(record);
      const byColumn = (values: Row): Row =>
        Object.fromEntries(Object.entries(values).map(([property, value]) => [table.column(property), value]));
      return [{ table: table.name, id, before: byColumn(before), after: byColumn(after) }];
    });
  }

  get hasOrders(): boolean {
    return this.orderCount > 0;
  }

  /** Adds to the audit event a change that `execute` or `append` made. */
  note(change: Change): void {
    this.changes.push(change);
  }

  /** Names the record that the audit event is about, if other records change before it or instead of it. */
  isAbout(record: VersionedRecord): void {
    if (this.trail) this.trail = { ...this.trail, about: { record: this.tableOf(record).name, id: record.id } };
  }

  /** Sets the actor, if only the work itself can find out who it is. */
  actAs({
    userId,
    keyId,
    client,
    connectionId = null,
  }: Pick<Actor, "userId" | "keyId" | "client" | "connectionId">): void {
    if (this.trail) this.trail = { ...this.trail, actor: { ...this.trail.actor, userId, keyId, client, connectionId } };
  }

  /** Records the event in the audit logs of these organizations instead of the actor's: for changes to a person's account. */
  recordIn(organizationIds: readonly string[]): void {
    this.recordedIn = organizationIds;
  }

  /** Adds a separate audit event, beside the unit's own: for changes that have another actor. */
  audit(trail: Trail, changes: readonly Change[]): void {
    this.append(...auditEvent(trail, changes, this.now));
  }

  /** Sends the collected writes. `isStaleRead` recognizes the failures after which the work should run again. */
  async commit(): Promise<void> {
    const textOf = jsonTexts();
    const composed = [...this.writes].map(([record, change]) => this.compose(record, change, textOf));
    if (this.trail && (this.changes.length > 0 || this.hasOrders)) {
      const { actor } = this.trail;
      for (const organizationId of this.recordedIn ?? [actor.organizationId]) {
        const trail = { ...this.trail, actor: { ...actor, organizationId } };
        this.append(...auditEvent(trail, this.changes, this.now, textOf));
      }
    }
    const writes = [...composed, ...this.extras];
    if (writes.length > 0) {
      const statement = combine(writes, this.alongside, this.openGuard);
      const [row] = await traced("commit", inPostgres, () => this.send(...statement));
      for (const [n, { into }] of this.alongside.entries()) into.rows = row?.[`r${n}`] ?? [];
    } else {
      await this.readAhead();
      await this.prove();
    }
    await this.commitTransaction();
  }

  /** By itself, or in the unit's transaction. */
  private async send(text: string, values: unknown[]): Promise<Record<string, unknown[]>[]> {
    const organizationId = this.trail?.actor.organizationId;
    if (this.isInTransaction || organizationId === undefined) return this.run(text, values);
    return this.database.commits.run(organizationId, text, values);
  }

  private async select<T extends object>(
    entity: EntityClass<T>,
    where: object,
    suffix = "",
    selectList = this.table(entity).selectList,
  ): Promise<T[]> {
    const table = this.table(entity);
    // Without its condition, a query would find any record, also of another organization.
    if (Object.values(where).includes(undefined)) throw new Error(`a condition on ${table.name} has no value`);
    const { clauses, values } = table.conditions(where);
    const text = `select ${selectList} from ${table.name} t where ${clauses.join(" and ")} order by t.id${suffix}`;
    return (await this.query<Row>(text, values)).map((row) => this.changed(entity, row.id) ?? hydrate(entity, row));
  }

  /** A record that this unit has changed: read again, it is the same object, so that it is written once. */
  private changed<T extends object>(entity: EntityClass<T>, id: unknown): T | undefined {
    for (const [record, { op }] of this.writes)
      if (record.id === id && record instanceof entity && op === "update") return record;
    return undefined;
  }

  private put(record: VersionedRecord, change: Change): void {
    this.writes.set(record, change);
    this.changes.push(change);
  }

  private compose(record: VersionedRecord, change: Change, textOf: JsonText): Write {
    const table = this.tableOf(record);
    if (change.op === "delete") return deleteOf(table, record);
    const derived = (record as { derived?: object }).derived ?? {};
    Object.assign(record, derived);
    if (change.op === "create") return insertOf(table, record, textOf);
    return updateOf(table, record, { ...change.after, ...derived }, textOf);
  }

  private tableOf(record: object): Table {
    return this.table(record.constructor as EntityClass<object>);
  }
}

function required(organization: Organization | undefined, id: string): Organization {
  if (!organization) throw new Error(`There is no organization ${id}`);
  return organization;
}
