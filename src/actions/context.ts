import type { Config } from "../config.js";
import { signalOrder, startOrder, wakeOrder } from "../contracts/order.js";
import type { Signal, WorkflowContract } from "../contracts/workflow-contract.js";
import type { Change } from "../db/audit.js";
import type { Organization } from "../db/entities/organization.js";
import type { OrganizationRecord } from "../db/entities/record.js";
import type { OrganizationQuery } from "../db/organization-query.js";
import { type EntityClass, hydrate } from "../db/table.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { notFound } from "../domain/errors.js";
import { isId } from "../domain/ids.js";
import type { Caller, Permission, Reach } from "../domain/permissions.js";
import { parseDateValue } from "../domain/time.js";
import type { ShareRole } from "../domain/vocabulary.js";
import type { ActionReach } from "./action-reach.js";
import { decodeCursor, encodeCursor } from "./cursor.js";
import { checkFilterReferences } from "./filter-references.js";

/** An undefined value leaves a property as it is, or at its default. */
type Values<T extends OrganizationRecord> = { [K in keyof Omit<T, keyof OrganizationRecord>]?: T[K] | undefined };
type Row = Record<string, unknown>;
/** The project that a workflow is found by in the Temporal UI. */
type InProject = { projectId: string | null };

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/**
 * What an action gets: the caller, the time, and the records of the caller's organization that the caller reaches. Rows come
 * only through here, so another organization's id is simply not found. What is written goes out in one unit when the action ends.
 */
export class ActionContext {
  constructor(
    readonly caller: Caller,
    readonly config: Config,
    private readonly unit: UnitOfWork,
    private readonly reach: ActionReach,
  ) {}

  get now(): Date {
    return this.unit.now;
  }

  get organizationId(): string {
    return this.caller.organizationId;
  }

  /** Reads a date value of the input, in the organization's zone; "" and null clear, absent stays absent. */
  instant<V extends string | number | null | undefined>(
    value: V,
  ): V extends string | number ? Date | null : V extends null ? null : Date | null | undefined {
    const read =
      value === undefined
        ? undefined
        : value === null || value === ""
          ? null
          : parseDateValue(value, this.caller.timezone);
    return read as never;
  }

  /**
   * The record with this id, e.g. `ctx.load(Document, { docId })`; the field's name stands in the error.
   * @throws not_found when the organization has none such, or the caller doesn't reach it; forbidden when it may be seen but not changed
   */
  async load<T extends OrganizationRecord>(entity: EntityClass<T>, reference: Record<string, string>): Promise<T> {
    return this.unit.isLocking ? this.lock(entity, reference) : this.read(entity, reference, "");
  }

  /** As `load`, and locks the row until the action ends. */
  async lock<T extends OrganizationRecord>(entity: EntityClass<T>, reference: Record<string, string>): Promise<T> {
    await this.unit.begin();
    return this.read(entity, reference, " for no key update of t");
  }

  /** As `load` for an optional reference: absent stays undefined, "" and null give null. */
  async loadOptional<T extends OrganizationRecord>(
    entity: EntityClass<T>,
    reference: Record<string, string | null | undefined>,
  ): Promise<T | null | undefined> {
    const [field, id] = single(reference);
    if (id === undefined) return undefined;
    return id === null || id === "" ? null : this.load(entity, { [field]: id });
  }

  /** Follows a reference that a loaded record holds; the caller's reach was checked on that record. */
  async follow<T extends OrganizationRecord>(entity: EntityClass<T>, id: string | null): Promise<T | null> {
    if (id === null) return null;
    return this.unit.find(entity, this.organizationId, id);
  }

  /** The caller's organization, with its letterhead and calendar. */
  organization(): Promise<Organization> {
    return this.unit.organization(this.organizationId);
  }

  /** All records with these values, oldest first; for what belongs to a record that was loaded. */
  all<T extends OrganizationRecord>(entity: EntityClass<T>, where: Partial<T>): Promise<T[]> {
    return this.unit.all(entity, { ...where, organizationId: this.organizationId });
  }

  /**
   * A page of the records that the caller reaches, newest first. Undefined filters don't filter; `[from, to)` bounds an instant.
   * @param cursor as returned before; one that was never returned gives invalid_input
   * @throws not_found for a filter by a record that the caller doesn't reach
   */
  async page<T extends OrganizationRecord>(
    entity: EntityClass<T>,
    filters: Row,
    {
      limit,
      cursor,
      from,
      to,
    }: {
      limit: number;
      cursor?: string | undefined;
      from?: [string, Date | null | undefined];
      to?: [string, Date | null | undefined];
    },
  ): Promise<Page<T>> {
    const after = cursor === undefined ? null : decodeCursor(cursor);
    await checkFilterReferences(this, filters);
    const table = this.unit.table(entity);
    const { clauses, values } = table.conditions({ organizationId: this.organizationId, ...filters });
    const add = (value: unknown) => `$${values.push(value)}`;
    if (from?.[1]) clauses.push(`t.${table.column(from[0])} >= ${add(from[1])}`);
    if (to?.[1]) clauses.push(`t.${table.column(to[0])} < ${add(to[1])}`);
    if (after !== null) clauses.push(`t.id < ${add(after)}`);
    if (this.sharedWith !== null) clauses.push(this.reach.clause(table, add(this.sharedWith)));
    const text = `select ${table.selectList} from ${table.name} t where ${clauses.join(" and ")} order by t.id desc limit ${add(limit + 1)}`;
    const rows = (await this.unit.query<Row>(text, values)).map((row) => hydrate(entity, row));
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return { items, nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null };
  }

  /** Runs a read of the action's own; `$1` is the organization's id, the action's parameters follow. */
  readonly query: OrganizationQuery = (text, ...values) => this.unit.query(text, [this.organizationId, ...values]);

  /**
   * Runs a write of the action's own, in bulk or on a table that is no entity, at once and in the action's transaction; `$1` is
   * the organization's id. Say what it changes with `note`, for the audit log.
   */
  execute<T extends object>(text: string, ...values: unknown[]): Promise<T[]> {
    return this.unit.execute<T>(text, [this.organizationId, ...values]);
  }

  /** A new record of the organization. Through a share, only within a project that is shared for editing. */
  insert<T extends OrganizationRecord>(entity: EntityClass<T>, values: Values<T>): T {
    this.reach.requireProject(this.unit.table(entity), (values as { projectId?: string | null }).projectId);
    return this.unit.insert(entity, { ...values, organizationId: this.organizationId } as unknown as Partial<T>);
  }

  /** Changes a loaded record; an undefined value leaves its property as it is. */
  update<T extends OrganizationRecord>(record: T, changes: Values<T>): T {
    return this.unit.update(record, changes as unknown as Partial<T>);
  }

  delete(record: OrganizationRecord): void {
    this.unit.delete(record);
  }

  /** Tells the audit log of a change that `execute` made. */
  note(change: Change): void {
    this.unit.note(change);
  }

  /** Orders the start of a workflow, in the action's commit; a repeat of its id meets the same workflow. @returns its id */
  start<K extends object, S extends K>(contract: WorkflowContract<K, S>, subject: S & InProject): string {
    this.unit.order(startOrder(contract, { ...subject, organizationId: this.organizationId }));
    return contract.workflowId(subject);
  }

  /** Orders that a workflow wakes and reads its row again; where none is open, it is started. */
  wake<K extends object, S extends K>(contract: WorkflowContract<K, S>, subject: S & InProject): void {
    this.unit.order(wakeOrder(contract, { ...subject, organizationId: this.organizationId }));
  }

  /** Orders a signal to a workflow that was started before, unless another is named that which wakes it; one that has ended is left alone. */
  signal<K extends object, S extends K>(contract: WorkflowContract<K, S>, key: K, signal?: Signal): void {
    this.unit.order(signalOrder(this.organizationId, contract, key, signal));
  }

  /** Whether the caller holds a permission for the whole organization. */
  may(permission: Permission): boolean {
    return this.reach.may(permission);
  }

  /** How far a permission of the caller's reaches: the whole organization, projects shared with the user, or nowhere. */
  reachOf(permission: Permission): Reach {
    return this.reach.reachOf(permission);
  }

  /** The user whose shares bound what may be read, or null where the whole organization may. */
  get sharedWith(): string | null {
    return this.reach.sharedWith;
  }

  private async read<T extends OrganizationRecord>(
    entity: EntityClass<T>,
    reference: Record<string, string>,
    suffix: string,
  ): Promise<T> {
    const [field, id] = single(reference);
    if (!isId(id)) throw notFound(field, id);
    const table = this.unit.table(entity);
    const share = this.reach.shareRole(table, "$3");
    const values: unknown[] = [this.organizationId, id];
    if (share) values.push(this.sharedWith);
    const text = `select ${table.selectList}${share} from ${table.name} t where t.organization_id = $1 and t.id = $2${suffix}`;
    const [row] = await this.unit.query<Row & { shareRole?: ShareRole | null }>(text, values);
    if (!row) throw notFound(field, id);
    const { shareRole = null, ...columns } = row;
    const record = hydrate(entity, columns);
    this.reach.admit(table, record, shareRole, notFound(field, id));
    return record;
  }
}

function single<V>(reference: Record<string, V>): [string, V] {
  const [entry] = Object.entries(reference);
  if (!entry) throw new Error("a reference names its field");
  return entry;
}
