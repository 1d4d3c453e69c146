import { callerNow } from "../accounts/callers/caller-now.js";
import { type QuotaKind, takeFromQuota } from "../accounts/limits/quotas.js";
import type { Config } from "../config.js";
import { signalOrder, startOrder, wakeOrder } from "../contracts/order.js";
import type { Signal, WakeableContract, WorkflowContract } from "../contracts/workflow-contract.js";
import type { Change } from "../db/audit.js";
import { type ContentKind, keepContent } from "../db/deletions/contents.js";
import { keepDeletion, type NewDeletion, type Roots, type Touched, type Undoing } from "../db/deletions/keep.js";
import { restoreDeletion } from "../db/deletions/restore.js";
import type { Organization } from "../db/entities/organization.js";
import type { OrganizationRecord } from "../db/entities/record.js";
import type { StoredFile } from "../db/entities/stored-file.js";
import type { OrganizationQuery } from "../db/organization-query.js";
import type { EntityClass, Table } from "../db/table.js";
import type { Alongside, UnitOfWork } from "../db/unit-of-work.js";
import { orderWatchersOf } from "../db/watchers/order-watchers.js";
import { parseDateValue } from "../domain/calendar/date-value.js";
import { wholeDay } from "../domain/calendar/time.js";
import { unavailable } from "../domain/errors.js";
import type { Area, Caller, Permission, Reach } from "../domain/permissions.js";
import type { BillFile } from "../formats/bills/bill-file.js";
import type { ReadBillOptions } from "../formats/bills/read-bill.js";
import { type Access, ActionReach } from "./action-reach.js";
import { decodePlace, type Page } from "./lists/cursor.js";
import { checkFilterReferences } from "./lists/filter-references.js";
import { type PageOptions, readPage } from "./lists/read-page.js";
import type { Outside, ReadFile, ShownImage } from "./outside.js";
import { type FurtherColumn, type RecordSource, readRecord, type Selection } from "./read-record.js";
import { areaOf } from "./record-areas.js";
import { clampLimit } from "./schemas.js";

/** The approximate size of a bill's file. */
const charactersPerByte = 4;

/** An undefined value leaves a property unchanged, or at its default. */
type Values<T extends OrganizationRecord> = { [K in keyof Omit<T, keyof OrganizationRecord>]?: T[K] | undefined };
/** The project that labels a workflow in the Temporal UI. */
type InProject = { projectId: string | null };

/**
 * What an action works with: the caller, the time, and the records of the caller's organization that the caller reaches. Records
 * come only through here, so another organization's id is simply not found. What the action writes is committed as one unit when
 * it ends.
 */
export class ActionContext {
  private readonly reach: ActionReach;
  private readonly source: RecordSource;

  constructor(
    readonly caller: Caller,
    access: Access,
    readonly config: Config,
    private readonly unit: UnitOfWork,
    private readonly outside: Outside,
  ) {
    this.reach = new ActionReach(caller, access);
    this.source = { unit, reach: this.reach, organizationId: caller.organizationId };
  }

  get now(): Date {
    return this.unit.now;
  }

  get organizationId(): string {
    return this.caller.organizationId;
  }

  /** Parses a date value of the input, in the organization's time zone. "" and null give null; undefined stays undefined. */
  instant<V extends string | number | null | undefined>(
    value: V,
  ): V extends string | number ? Date | null : V extends null ? null : Date | null | undefined {
    const parsed =
      value === undefined
        ? undefined
        : value === null || value === ""
          ? null
          : parseDateValue(value, this.caller.timezone);
    return parsed as never;
  }

  /** The calendar day (`YYYY-MM-DD`) that an instant means, in the organization's time zone. */
  dayOf(instant: Date): string {
    return wholeDay(instant, this.caller.timezone);
  }

  /**
   * The record with this id, e.g. `ctx.load(Document, { docId })`, with further columns. Errors name the field.
   * @throws not_found if the organization has no such record or the caller doesn't reach it; forbidden if the caller may see it
   *   but not change it, or lacks the `view` permission of an area that the action always needs
   */
  async load<T extends OrganizationRecord, Columns extends object = object>(
    entity: EntityClass<T>,
    reference: Record<string, string>,
    columns?: readonly FurtherColumn[],
  ): Promise<T & Columns> {
    const isLocked = this.unit.isLocking;
    if (isLocked) await this.unit.begin();
    const record = await readRecord(this.source, entity, ...onlyEntry(reference), { isLocked, columns });
    return record as T & Columns;
  }

  /** Like `load`, and locks the row until the action ends. */
  async lock<T extends OrganizationRecord, Columns extends object = object>(
    entity: EntityClass<T>,
    reference: Record<string, string>,
    selection: Selection = {},
  ): Promise<T & Columns> {
    await this.unit.begin();
    const record = await readRecord(this.source, entity, ...onlyEntry(reference), { isLocked: true, ...selection });
    return record as T & Columns;
  }

  /**
   * Reads everything that follows as of one moment. For a record together with others that refer to places in it, as links refer to lines of a
   *   bill by index. Must be called before anything is read. If other requests won every time so far, loaded records are locked instead: a
   *   snapshot would have to be given up before writing, and its locks with it.
   */
  atOneMoment(): Promise<void> {
    return this.unit.isLocking ? this.unit.begin() : this.unit.beginSnapshot();
  }

  /** Ends `atOneMoment`: later reads see the current state, so that it can be changed. Must be called before any write. Locks stay. */
  async endMoment(): Promise<void> {
    if (!this.unit.isLocking) await this.unit.release();
  }

  /**
   * Like `load`, for an optional reference: undefined stays undefined; "" and null give null.
   * @param present what the record refers to now. A caller who may not view it can't remove it, since they couldn't put it back.
   */
  async loadOptional<T extends OrganizationRecord>(
    entity: EntityClass<T>,
    reference: Record<string, string | null | undefined>,
    present: string | null = null,
  ): Promise<T | null | undefined> {
    const [field, id] = onlyEntry(reference);
    if (id === undefined) return undefined;
    if (id !== null && id !== "") return this.load(entity, { [field]: id });
    if (present !== null) this.reach.requireView(this.unit.table(entity));
    return null;
  }

  /** The record that a loaded record refers to. The caller's reach isn't checked again. */
  follow<T extends OrganizationRecord>(entity: EntityClass<T>, id: string | null): Promise<T | null> {
    return this.unit.find(entity, this.organizationId, id);
  }

  /** The caller's organization, with its letterhead and calendar, but without its logo. */
  organization(): Promise<Omit<Organization, "logo">> {
    return this.unit.organization(this.organizationId);
  }

  /** All records with these values, oldest first. The caller's reach isn't checked, so use it only for what belongs to a loaded record. */
  all<T extends OrganizationRecord>(entity: EntityClass<T>, where: Partial<T>): Promise<T[]> {
    return this.unit.all(entity, { ...where, organizationId: this.organizationId });
  }

  /**
   * A page of the records that the caller reaches, newest first, with the further columns of the options. Undefined filters are ignored.
   * @throws not_found for a filter by a record that the caller doesn't reach
   */
  async page<T extends OrganizationRecord, Columns extends object = object>(
    entity: EntityClass<T>,
    filters: Record<string, unknown>,
    options: PageOptions,
  ): Promise<Page<T & Columns>> {
    const after = decodePlace(options.cursor);
    await checkFilterReferences(this, filters);
    const page = await readPage(this.source, entity, filters, after, { ...options, limit: clampLimit(options.limit) });
    return page as Page<T & Columns>;
  }

  /** An entity's table, for the action's own SQL. */
  tableOf(entity: EntityClass<object>): Table {
    return this.unit.table(entity);
  }

  /** The columns of a record `t` with the names of its properties, for the action's own SQL. */
  columnsOf(entity: EntityClass<object>): string {
    return this.unit.table(entity).selectList;
  }

  // Getters, since fields with functions would keep the request's data alive until the next full garbage collection (decision 90).
  /** Runs the action's own SQL for reading. `$1` is the organization's id; the values follow. */
  get query(): OrganizationQuery {
    return (text, ...values) => this.unit.query(text, [this.organizationId, ...values]);
  }

  /**
   * Like `query`, in the very statement that commits what the action writes, and before the writes show: without a round trip, for what
   * the answer alone needs. `run` gives it out by a getter, which is read after the commit.
   */
  queryAlongside<T>(text: string, ...values: unknown[]): Alongside<T> {
    return this.unit.readAlongside(text, [this.organizationId, ...values]);
  }

  /**
   * Runs the action's own SQL for writing, in bulk or on a table without an entity. It runs immediately, in the action's
   * transaction. `$1` is the organization's id; the values follow. Report the change to the audit log with `note`.
   */
  get execute(): OrganizationQuery {
    return (text, ...values) => this.unit.execute(text, [this.organizationId, ...values]);
  }

  /** Like `execute`, but in the statement that commits the unit: for rows that refer to a record that `insert` adds. */
  append(text: string, ...values: unknown[]): void {
    this.unit.append(text, [this.organizationId, ...values]);
  }

  /**
   * Adds a record to the organization.
   * @throws forbidden if the caller reaches only shared projects, and the record doesn't belong to one shared for editing
   */
  insert<T extends OrganizationRecord>(entity: EntityClass<T>, values: Values<T>): T {
    this.reach.requireProject(this.unit.table(entity), (values as { projectId?: string | null }).projectId);
    return this.unit.insert(entity, { ...values, organizationId: this.organizationId } as unknown as Partial<T>);
  }

  /** Changes a loaded record; an undefined value leaves its property unchanged. @returns the same object */
  update<T extends OrganizationRecord>(record: T, changes: Values<T>): T {
    return this.unit.update(record, changes as unknown as Partial<T>);
  }

  /** @param before what the audit log needs to know of the earlier state, if nothing else says it */
  delete(record: OrganizationRecord, before?: Record<string, unknown>): void {
    this.unit.delete(record, before);
  }

  /**
   * Keeps what a deletion removes, so that it can be restored. Must be called last: a restore also undoes what the action changed before it.
   * @returns the other rows that are deleted or unlinked
   */
  keepDeletion(
    deletion: Pick<NewDeletion, "kind" | "recordId" | "title">,
    roots: Roots,
    undoing?: Undoing,
  ): Promise<Touched[]> {
    const { organizationId, userId, keyId } = this.caller;
    return keepDeletion(this.unit, { ...deletion, organizationId, userId, keyId }, roots, undoing);
  }

  /** Keeps the content of a bill or document from before the action changes it, in the action's commit. @param links as JSON */
  keepContent(deletion: Pick<NewDeletion, "recordId" | "title"> & { kind: ContentKind }, links: string): void {
    const { organizationId, userId, keyId } = this.caller;
    keepContent(this.unit, { ...deletion, organizationId, userId, keyId }, links);
  }

  /** Brings back what a deletion took, and orders the workflows of what came back. @returns what it needs and misses, or what was restored */
  async restoreDeletion(id: string): Promise<Awaited<ReturnType<typeof restoreDeletion>>> {
    const outcome = await restoreDeletion(this.unit, this.organizationId, id);
    await orderWatchersOf(this.unit, this.organizationId, outcome.restored);
    return outcome;
  }

  /** Names the record that the audit event is about, if the action changes others first, or only others. */
  isAbout(record: OrganizationRecord): void {
    this.unit.isAbout(record);
  }

  /** Adds to the audit event a change that `execute` made. */
  note(change: Change): void {
    this.unit.note(change);
  }

  /** Uses one unit of the organization's daily quota, in the action's commit. @throws quota_exceeded */
  takeFromQuota(kind: QuotaKind): Promise<void> {
    return takeFromQuota(this.unit, this.organizationId, kind);
  }

  /** Orders the start of a workflow, in the action's commit. If its id was used before, no second one starts. @returns the id */
  start<K extends object, S extends K>(contract: WorkflowContract<K, S>, subject: S & InProject): string {
    this.unit.order(startOrder(contract, { ...subject, organizationId: this.organizationId }));
    return contract.workflowId(subject);
  }

  /** Orders that a workflow wakes and reads its row again; it is started if it is not running. */
  wake<K extends object, S extends K>(contract: WakeableContract<K, S>, subject: S & InProject): void {
    this.unit.order(wakeOrder(contract, { ...subject, organizationId: this.organizationId }));
  }

  /**
   * Orders a signal to a workflow that was started before. If it has ended, nothing happens.
   * @param signal unset: the signal that wakes it
   */
  signal<K extends object, S extends K>(contract: WakeableContract<K, S>, key: K, signal?: Signal): void {
    this.unit.order(signalOrder(this.organizationId, contract, key, signal));
  }

  /** Announces work on this many characters, or work that takes as long. @throws TooMuchHere if other requests would have to wait for it */
  spend(characters: number): void {
    this.unit.spend(characters);
  }

  /** The content of a loaded file; no connection is held meanwhile. @throws rate_limited, unavailable */
  readText(file: StoredFile, form?: "html"): Promise<ReadFile> {
    this.outside.waits?.();
    return this.outside.readText(this.caller, file, { form, client: this.outside.client });
  }

  /**
   * The bill of quantities in a loaded file. It may take a minute, and no connection is held meanwhile: records loaded before must be loaded
   * again. A large file counts as read beforehand, since its result would keep other requests waiting.
   * @throws unprocessable, too_large, rate_limited; unavailable, also where the caller's rights have changed meanwhile; TooMuchHere
   */
  async readBill(file: StoredFile, options: ReadBillOptions): Promise<BillFile> {
    this.spend(charactersPerByte * file.sizeBytes);
    this.outside.waits?.();
    const bill = await this.outside.readBill(this.caller, file, options, this.outside.client);
    await this.requireSameCaller();
    return bill;
  }

  /** @throws unavailable */
  private async requireSameCaller(): Promise<void> {
    const { role, strongestShare } = this.caller;
    const now = await callerNow(this.unit, this.caller);
    if (now?.role === role && now.strongestShare === strongestShare) return;
    throw unavailable(
      "The rights of this key or connection were changed meanwhile, so nothing was stored; try again.",
      1,
    );
  }

  /** The first bytes of a loaded file. @throws unavailable */
  readHead(file: StoredFile): Promise<Buffer> {
    return this.outside.readHead(file);
  }

  /** Adds an image to the answer, for a client that shows images. */
  showImage(image: ShownImage): void {
    this.outside.showImage?.(image);
  }

  /** Whether the caller holds a permission for the whole organization. */
  may(permission: Permission): boolean {
    return this.reach.may(permission);
  }

  /** Whether the caller may view records of an entity's area, all of them or those of shared projects, whatever this action covers. */
  mayView(entity: EntityClass<object>): boolean {
    return this.reach.reachOf(`${areaOf(this.unit.table(entity))}:view`) !== "none";
  }

  /** Whether the caller reaches records of an area in this action, all of them or those of shared projects. */
  sees(area: Area): boolean {
    return this.reach.sees(area);
  }

  /** How far one of the caller's permissions reaches: the whole organization, projects shared with the user, or nowhere. */
  reachOf(permission: Permission): Reach {
    return this.reach.reachOf(permission);
  }

  /** The user, if this action reaches only what is shared with them; null: it reaches the whole organization. */
  get sharedWith(): string | null {
    return this.reach.sharedWith;
  }
}

function onlyEntry<V>(reference: Record<string, V>): [field: string, value: V] {
  const [entry] = Object.entries(reference);
  if (!entry) throw new Error("A reference must name its field.");
  return entry;
}
