import type { Reference } from "./tables.js";

/** The beginning of an insert of rows into a deletion, with some columns of what is kept of them. */
export const insertDeletedRows = (columns: string): string =>
  `insert into deleted_row (organization_id, deletion_id, table_name, row_id, ${columns})`;

const ofDeletion = (table: string): string =>
  `d.organization_id = $1 and d.deletion_id = $2 and d.table_name = '${table}'`;
/** Whether `d`, a row of `deleted_row`, is of this table and goes with the deletion. `$1`: the organization, `$2`: the deletion. */
export const isGone = (table: string): string => `${ofDeletion(table)} and d.content is not null`;
/** The ids of a table's rows that are deleted. */
export const goneFrom = (table: string): string => `select d.row_id from deleted_row d where ${isGone(table)}`;
/** Like `isGone`, for a row that stays and is changed. */
export const isChanged = (table: string): string => `${ofDeletion(table)} and d.content is null`;

/** Whether the row that a reference names exists. @param id of that row, as SQL */
export const isThere = ({ target, targetColumn }: Reference, id: string): string =>
  `exists (select from ${target} x where x.organization_id = $1 and x.${targetColumn} = ${id})`;

/** The other deletion that has taken a row of a table, if any. @param id of the row, as SQL */
export const takenBy = (table: string, id: string): string =>
  `(select h.deletion_id from deleted_row h where h.organization_id = $1 and h.deletion_id <> $2 and h.table_name = '${table}'
     and h.row_id = ${id} and h.content is not null limit 1)`;

/**
 * A reference of `d` as SQL: the id of what it names, whether that is missing, and the deletion that has taken it.
 * @param values which columns are meant: those of the row as it went, or as it was left
 */
export function referenceOf(reference: Reference, values: "content" | "after") {
  const id = `(d.${values} ->> '${reference.column}')::uuid`;
  return {
    id,
    isMissing: `${id} is not null and not ${isThere(reference, id)}`,
    holder: takenBy(reference.target, id),
  };
}

/**
 * Hands what is kept of rows on to the deletions that hold what they need.
 * @param rows from which they are taken, as `d`, with their conditions
 * @param holder the deletion, as SQL; null: a row is left where it is
 * @param values those of the columns
 */
export const handOn = (columns: string, rows: string, holder: string, values = columns): string =>
  `${insertDeletedRows(columns)}
   select organization_id, holder, table_name, row_id, ${values}
   from (select d.*, ${holder} as holder from ${rows}) held where holder is not null`;
