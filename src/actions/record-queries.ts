import type { OrganizationRecord } from "../db/entities/record.js";
import { type EntityClass, hydrate, type Table } from "../db/table.js";
import { TextTree } from "../db/text-tree.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { notFound } from "../domain/errors.js";
import { isId } from "../domain/ids.js";
import type { ShareRole } from "../domain/vocabulary.js";
import type { ActionReach } from "./action-reach.js";
import { type Page, type Place, toPage } from "./cursor.js";

type Row = Record<string, unknown>;

/** The records of one organization, as far as the caller's permissions reach. */
export interface RecordSource {
  unit: UnitOfWork;
  reach: ActionReach;
  organizationId: string;
}

export interface PageOptions {
  limit: number;
  /** the `nextCursor` of the page before */
  cursor?: string | undefined;
  /** the property by whose time they are ordered, newest first, those without one last; without it, the newest records come first */
  newestBy?: string;
  /** properties that aren't read, since they may have megabytes */
  without?: readonly string[];
  /** properties of which only the beginning is read */
  shortened?: readonly string[];
  columns?: readonly FurtherColumn[];
  /** further conditions on the record `t`, in SQL */
  where?: (add: AddValue) => string[];
}

/** SQL of a column beside those of the record `t`; `$1` is the organization's id. */
export type FurtherColumn = (add: AddValue) => string;

/** Makes a value a parameter of the statement. @returns the parameter in SQL */
export type AddValue = (value: unknown) => string;

/** How many characters of a long text a list shows. */
const maxShownChars = 300;

/** SQL of a text column of `t` as lists show it: one that is cut short ends in "…". */
const shortenedColumn = (table: Table, property: string): string => {
  const column = `t.${table.column(property)}`;
  const beginning = `left(${column}, ${maxShownChars - 1}) || '…'`;
  return `case when length(${column}) > ${maxShownChars} then ${beginning} else ${column} end as "${property}"`;
};

/** What is read of a record: further columns, unset: none; not these properties, unset: all are. */
export interface Selection {
  columns?: readonly FurtherColumn[] | undefined;
  without?: readonly string[];
}

const texts = new TextTree();

/**
 * @param field the input's name for the id, for the error
 * @param how what is read, and whether the row stays locked until the unit ends
 * @throws not_found if the organization has no such record or the caller doesn't reach it; forbidden if the caller may see it
 *   but not change it, or lacks the `view` permission of an area that the action always needs
 */
export async function readRecord<T extends OrganizationRecord>(
  { unit, reach, organizationId }: RecordSource,
  entity: EntityClass<T>,
  field: string,
  id: string,
  { isLocked, columns: further = [], without = [] }: Selection & { isLocked: boolean },
): Promise<T> {
  if (!isId(id)) throw notFound(field, id);
  const table = unit.table(entity);
  const values: unknown[] = [organizationId, id];
  const shareRoleColumn = reach.shareRoleColumn(table, "$3");
  if (shareRoleColumn) values.push(reach.sharedWith);
  const own = without.length === 0 ? table.selectList : table.selectListWithout(...without);
  const selected = [own, ...further.map((column) => column((value) => `$${values.push(value)}`))];
  const lock = isLocked ? " for no key update of t" : "";
  const text = texts.find([table.name, ...selected, shareRoleColumn, lock], () => {
    const columns = `${selected.join(", ")}${shareRoleColumn}`;
    return `select ${columns} from ${table.name} t where t.organization_id = $1 and t.id = $2${lock}`;
  });
  const [row] = await unit.queryRecord<Row & { shareRole?: ShareRole | null }>(text, values);
  if (!row) throw notFound(field, id);
  const { shareRole = null } = row;
  if (shareRoleColumn) delete row.shareRole;
  const record = hydrate(entity, row);
  reach.admit(table, record, shareRole, field, () => notFound(field, id));
  return record;
}

/**
 * The order of a page, and the condition that it begins after this place: as one comparison, with which Postgres begins there in an index.
 * A record without a time is as old as can be.
 */
function placeIn(table: Table, newestBy: string | undefined, after: Place | null, add: AddValue) {
  if (newestBy === undefined) return { order: "t.id desc", isAfter: after && `t.id < ${add(after.id)}` };
  const time = `coalesce(t.${table.column(newestBy)}, '-infinity')`;
  const order = `${time} desc, t.id desc`;
  return { order, isAfter: after && `(${time}, t.id) < (${add(after.time ?? "-infinity")}, ${add(after.id)})` };
}

/**
 * A page of the records that the caller reaches, newest first. Undefined filters are ignored.
 * @param after the last record of the page before; null: the first page
 */
export async function readPage<T extends OrganizationRecord>(
  { unit, reach, organizationId }: RecordSource,
  entity: EntityClass<T>,
  filters: Row,
  after: Place | null,
  { limit, newestBy, without = [], shortened = [], columns = [], where }: PageOptions,
): Promise<Page<T>> {
  const table = unit.table(entity);
  const { clauses, values } = table.conditions({ organizationId, ...filters });
  const add: AddValue = (value) => `$${values.push(value)}`;
  const { order, isAfter } = placeIn(table, newestBy, after, add);
  if (isAfter !== null) clauses.push(isAfter);
  if (reach.sharedWith !== null) clauses.push(reach.shareCondition(table, add(reach.sharedWith)));
  if (where) clauses.push(...where(add));
  const whole = table.selectListWithout(...without, ...shortened);
  const selectList = [
    whole,
    ...shortened.map((property) => shortenedColumn(table, property)),
    ...columns.map((column) => column(add)),
  ].join(", ");
  const text = `select ${selectList} from ${table.name} t where ${clauses.join(" and ")} order by ${order} limit ${add(limit + 1)}`;
  const rows = (await unit.query<Row>(text, values)).map((row) => hydrate(entity, row));
  return toPage(rows, limit, (row) =>
    newestBy === undefined ? row.id : { time: row[newestBy as keyof T] as Date | null, id: row.id },
  );
}
