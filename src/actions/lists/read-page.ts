import type { OrganizationRecord } from "../../db/entities/record.js";
import { type EntityClass, hydrate, type Table } from "../../db/table.js";
import type { AddValue, FurtherColumn, RecordSource } from "../read-record.js";
import { type Page, type Place, toPage } from "./cursor.js";

type Row = Record<string, unknown>;

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

/** How many characters of a long text a list shows. */
const maxShownChars = 300;

/** SQL of a text column of `t` as lists show it: one that is cut short ends in "…". */
const shortenedColumn = (table: Table, property: string): string => {
  const column = `t.${table.column(property)}`;
  const beginning = `left(${column}, ${maxShownChars - 1}) || '…'`;
  return `case when length(${column}) > ${maxShownChars} then ${beginning} else ${column} end as "${property}"`;
};

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
