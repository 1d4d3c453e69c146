import { v7 as uuidv7 } from "uuid";
import type { Config } from "../config.js";
import type { FirmRecord } from "../db/entities/record.js";
import { type Order, orderSql, type StartOrder } from "../db/outbox.js";
import type { Change, EntityClass, UnitOfWork } from "../db/unit-of-work.js";
import { ActionError, forbidden, notFound } from "../domain/errors.js";
import { isId } from "../domain/ids.js";
import { type Area, type Caller, type Permission, reachOf } from "../domain/permissions.js";
import { parseDateValue } from "../domain/time.js";
import type { ShareRole } from "../domain/vocabulary.js";

/** An undefined value leaves a property as it is, or at its default. */
type Values<T extends FirmRecord> = { [K in keyof Omit<T, keyof FirmRecord>]?: T[K] | undefined };
type Row = Record<string, unknown>;

/** Which area's `view` shows a record that no share reaches. Records that belong to a project are not listed: `shared` reaches them. */
const firmAreas: Record<string, Area> = {
  contact: "contacts",
  template: "documents",
  price_book: "price_books",
  stored_file: "documents",
};

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/**
 * What an action gets: the caller, the time, and the records of the caller's organization that the caller reaches. Rows come
 * only through here, so another organization's id is simply not found. What is written goes out in one unit when the action ends.
 */
export class ActionContext {
  readonly now = new Date();
  private readonly orders: Order[] = [];

  constructor(
    readonly caller: Caller,
    readonly config: Config,
    private readonly unit: UnitOfWork,
    /** shared: the action's permission reaches only projects shared with the user */
    private readonly reach: "firm" | "shared",
    private readonly permission: Permission,
    /** what is loaded stays locked until the action ends */
    private readonly locking: boolean,
  ) {}

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
  async load<T extends FirmRecord>(entity: EntityClass<T>, reference: Record<string, string>): Promise<T> {
    return this.locking ? this.lock(entity, reference) : this.read(entity, reference, "");
  }

  /** As `load`, and locks the row until the action ends. */
  async lock<T extends FirmRecord>(entity: EntityClass<T>, reference: Record<string, string>): Promise<T> {
    await this.unit.begin();
    return this.read(entity, reference, " for no key update of t");
  }

  /** As `load` for an optional reference: absent stays undefined, "" and null give null. */
  async loadOptional<T extends FirmRecord>(
    entity: EntityClass<T>,
    reference: Record<string, string | null | undefined>,
  ): Promise<T | null | undefined> {
    const [field, id] = single(reference);
    if (id === undefined) return undefined;
    return id === null || id === "" ? null : this.load(entity, { [field]: id });
  }

  /** Follows a reference that a loaded record holds; the caller's reach was checked on that record. */
  async follow<T extends FirmRecord>(entity: EntityClass<T>, id: string | null): Promise<T | null> {
    if (id === null) return null;
    return this.unit.find(entity, this.organizationId, id);
  }

  /** All records with these values, oldest first; for what belongs to a record that was loaded. */
  all<T extends FirmRecord>(entity: EntityClass<T>, where: Partial<T>): Promise<T[]> {
    return this.unit.all(entity, { ...where, organizationId: this.organizationId });
  }

  /**
   * A page of the records that the caller reaches, newest first. Undefined filters don't filter; `[from, to)` bounds an instant.
   * @param cursor as returned before; one that was never returned gives invalid_input
   */
  async page<T extends FirmRecord>(
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
    for (const [property, value] of Object.entries(filters)) {
      if (typeof value === "string" && property.endsWith("Id") && !isId(value)) throw notFound(property, value);
    }
    const { clauses, values } = this.unit.conditions(entity, { organizationId: this.organizationId, ...filters });
    const add = (value: unknown) => `$${values.push(value)}`;
    if (from?.[1]) clauses.push(`t.${this.unit.column(entity, from[0])} >= ${add(from[1])}`);
    if (to?.[1]) clauses.push(`t.${this.unit.column(entity, to[0])} < ${add(to[1])}`);
    if (cursor !== undefined) clauses.push(`t.id < ${add(decodeCursor(cursor))}`);
    if (this.reach === "shared") clauses.push(this.sharedClause(entity, add(this.caller.userId)));
    const text = `select ${this.unit.columns(entity)} from ${this.unit.table(entity)} t where ${clauses.join(" and ")} order by t.id desc limit ${add(limit + 1)}`;
    const rows = (await this.unit.query<Row>(text, values)).map((row) => this.unit.hydrate(entity, row));
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return { items, nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null };
  }

  /** Runs a read of the action's own; `$1` is the organization's id, the action's parameters follow. */
  query<T extends object>(text: string, ...values: unknown[]): Promise<T[]> {
    return this.unit.query<T>(text, [this.organizationId, ...values]);
  }

  /**
   * Runs a write of the action's own, in bulk or on a table that is no entity, at once and in the action's transaction; `$1` is
   * the organization's id. Say what it changes with `note`, for the audit log.
   */
  execute<T extends object>(text: string, ...values: unknown[]): Promise<T[]> {
    return this.unit.execute<T>(text, [this.organizationId, ...values]);
  }

  /** A new record of the organization. Through a share, only within a project that is shared for editing. */
  insert<T extends FirmRecord>(entity: EntityClass<T>, values: Values<T>): T {
    if (this.reach === "shared") this.requireSharedProject(entity, (values as { projectId?: string | null }).projectId);
    return this.unit.insert(entity, {
      ...values,
      id: uuidv7(),
      organizationId: this.organizationId,
      createdAt: this.now,
      updatedAt: this.now,
      version: 1,
    } as unknown as Partial<T>);
  }

  /** Changes a loaded record; an undefined value leaves its property as it is. */
  update<T extends FirmRecord>(record: T, changes: Values<T>): T {
    return this.unit.update(record, changes as unknown as Partial<T>, this.now);
  }

  delete(record: FirmRecord): void {
    this.unit.delete(record);
  }

  /** Tells the audit log of a change that `execute` made. */
  note(change: Change): void {
    this.unit.changes.push(change);
  }

  /** Orders the start of a workflow, in the action's transaction; a repeat of its id meets the same workflow. */
  start(order: Omit<StartOrder, "kind">): void {
    this.orders.push({ kind: "start", ...order });
  }

  /** Orders a signal to a workflow that was started before; one that has ended is left alone. */
  signal(workflowId: string, signal: { name: string }): void {
    this.orders.push({ kind: "signal", workflowId, signal: signal.name });
  }

  /** Whether the caller holds a permission for the whole firm. */
  may(permission: Permission): boolean {
    return reachOf(this.caller, permission) === "firm";
  }

  /** The user whose shares bound what may be read, or null where the whole firm may. */
  get sharedWith(): string | null {
    return this.reach === "shared" ? this.caller.userId : null;
  }

  /** Moves the orders into the unit. Called by the dispatch alone. */
  flushOrders(): boolean {
    for (const order of this.orders) this.unit.append(...orderSql(this.organizationId, order, this.now));
    return this.orders.length > 0;
  }

  private readonly editableProjects = new Set<string>();

  private async read<T extends FirmRecord>(
    entity: EntityClass<T>,
    reference: Record<string, string>,
    suffix: string,
  ): Promise<T> {
    const [field, id] = single(reference);
    if (!isId(id)) throw notFound(field, id);
    const table = this.unit.table(entity);
    const projectColumn = this.projectColumn(entity);
    const share =
      this.reach === "shared" && projectColumn
        ? `, (select s.role from project_share s where s.organization_id = t.organization_id and s.project_id = t.${projectColumn} and s.user_id = $3) as "shareRole"`
        : "";
    const values: unknown[] = [this.organizationId, id];
    if (share) values.push(this.caller.userId);
    const text = `select ${this.unit.columns(entity)}${share} from ${table} t where t.organization_id = $1 and t.id = $2${suffix}`;
    const [row] = await this.unit.query<Row & { shareRole?: ShareRole | null }>(text, values);
    if (!row) throw notFound(field, id);
    if (this.reach === "shared")
      this.requireReach(row.shareRole ?? null, table, projectColumn !== null, notFound(field, id));
    delete row.shareRole;
    const record = this.unit.hydrate(entity, row);
    if (this.reach === "shared" && projectColumn)
      this.editableProjects.add((record as unknown as Row)[projectColumn === "id" ? "id" : "projectId"] as string);
    return record;
  }

  /** Through a share: a record that may not be seen is not found; one that may be seen but not changed says so. */
  private requireReach(
    shareRole: ShareRole | null,
    table: string,
    belongsToProject: boolean,
    absent: ActionError,
  ): void {
    const [area, verb] = this.permission.split(":") as [Area, string];
    if (!belongsToProject) {
      if (!this.may(`${firmAreas[table] ?? area}:view`)) throw absent;
      return;
    }
    if (shareRole === "editor" || (shareRole === "viewer" && verb === "view")) return;
    if (shareRole !== null || this.may(`${area}:view`))
      throw forbidden(
        `This needs ${this.permission} on the record's project, which is not shared with you for editing.`,
      );
    throw absent;
  }

  private requireSharedProject(entity: EntityClass<FirmRecord>, projectId: string | null | undefined): void {
    const column = this.projectColumn(entity);
    const isPartOfLoadedRecord = column === null && !(this.unit.table(entity) in firmAreas);
    if (isPartOfLoadedRecord) return;
    if (column !== "project_id" || !projectId || !this.editableProjects.has(projectId)) {
      throw forbidden(
        `This needs ${this.permission} in the whole firm, or a project that is shared with you for editing.`,
      );
    }
  }

  /** The column that ties an entity to a project: its own id, its project's, or none. */
  private projectColumn(entity: EntityClass<FirmRecord>): "id" | "project_id" | null {
    const table = this.unit.table(entity);
    if (table === "project") return "id";
    if (table in firmAreas) return null;
    return this.unit.columns(entity).includes('as "projectId"') ? "project_id" : null;
  }

  private sharedClause(entity: EntityClass<FirmRecord>, user: string): string {
    const column = this.projectColumn(entity);
    if (!column) throw forbidden(`This needs ${this.permission} in the whole firm.`);
    return `exists (select from project_share s where s.organization_id = t.organization_id and s.project_id = t.${column} and s.user_id = ${user})`;
  }
}

function single<V>(reference: Record<string, V>): [string, V] {
  const [entry] = Object.entries(reference);
  if (!entry) throw new Error("a reference names its field");
  return entry;
}

/** The opaque cursor after the record with this id. */
export const encodeCursor = (id: string): string => Buffer.from(id).toString("base64url");

/** The id in a cursor. @throws invalid_input for one that was never returned */
export function decodeCursor(cursor: string): string {
  const id = Buffer.from(cursor, "base64url").toString();
  if (!isId(id)) {
    throw new ActionError("invalid_input", "cursor: use the nextCursor of the page before", {
      errors: [{ pointer: "/cursor", detail: "is no cursor; use the nextCursor of the page before" }],
    });
  }
  return id;
}
