import type { DeletedKind } from "../../domain/deletions.js";
import { grouped } from "../../domain/grouped.js";
import { newId } from "../new-id.js";
import type { ColumnUpdate, UnitOfWork } from "../unit-of-work.js";
import { keepEntries, removeEntries } from "./book-entries.js";
import { goneFrom, insertDeletedRows } from "./deleted-rows.js";
import { contentOf, countedTable, type KeptTable, keptTables, keyOf } from "./tables.js";

export interface NewDeletion {
  organizationId: string;
  kind: DeletedKind;
  recordId: string;
  /** what people know the record by */
  title: string;
  userId: string | null;
  keyId: string | null;
}

/** The insert of a deletion, without what it keeps. */
export const deletionInsert = (
  { organizationId, kind, recordId, title, userId, keyId }: NewDeletion,
  id: string,
  at: Date,
): [sql: string, values: unknown[]] => [
  `insert into deletion (organization_id, id, kind, record_id, title, deleted_at, user_id, key_id) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
  [organizationId, id, kind, recordId, title, at, userId, keyId],
];

/** Rows of one table that are deleted themselves; all else goes or is unlinked because of them. */
export interface Roots {
  table: string;
  ids: readonly string[];
}

/** What a restore undoes besides the unit's collected changes. */
export interface Undoing {
  /** changes that the caller has written itself */
  moved: readonly ColumnUpdate[];
  /** columns that are set back only with one another; each other column of the collected updates is so by itself */
  together: readonly (readonly string[])[];
}

/** How a deletion touches a row. */
export interface Touched {
  table: string;
  id: string;
  /** the columns that it empties in a row that stays; null: the row goes */
  emptied: Record<string, string> | null;
}

/**
 * Keeps what a deletion takes away, in the transaction in which the caller then deletes the roots: each row that goes with them by
 * whatever cascade, each reference to these rows that the database empties, and what the unit has changed so far. The rows that go are
 * locked, parents first, so that nothing is added to them or changed before they are gone. A book's entries go here already.
 * @param undoing unset: of a row that the unit has changed, the columns are set back only all together
 * @returns the rows, other than the roots
 */
export async function keepDeletion(
  unit: UnitOfWork,
  deletion: NewDeletion,
  roots: Roots,
  undoing?: Undoing,
): Promise<Touched[]> {
  await unit.begin();
  const { organizationId } = deletion;
  const deletionId = newId();
  await unit.query(...deletionInsert(deletion, deletionId, unit.now));
  const walk = new Walk(unit, organizationId, deletionId);
  for (const table of await keptTables(unit)) await walk.visit(table, roots);
  const touched = await walk.touched();
  await walk.keepUpdates(undoing);
  await walk.removeEntries();
  return touched;
}

/** Updates as the parameters of `unnest`. */
const asColumns = (updates: readonly ColumnUpdate[]): unknown[][] => [
  updates.map(({ table }) => table),
  updates.map(({ id }) => id),
  updates.map(({ before }) => JSON.stringify(before)),
  updates.map(({ after }) => JSON.stringify(after)),
];

/** An update in parts. Each part is undone where it still stands, whatever became of the others. */
function inParts(update: ColumnUpdate, together: Undoing["together"]): ColumnUpdate[] {
  const partOf = (column: string): readonly string[] => together.find((part) => part.includes(column)) ?? [column];
  const parts = [...grouped(Object.keys(update.after), (column) => partOf(column).join()).values()];
  const only = (values: Record<string, unknown>, columns: readonly string[]) =>
    Object.fromEntries(columns.map((column) => [column, values[column]]));
  return parts.map((part) => ({ ...update, before: only(update.before, part), after: only(update.after, part) }));
}

/** Goes from table to table, each after those that it refers to. */
class Walk {
  /** the tables that lose rows */
  private readonly gone = new Set<string>();
  private readonly updates: readonly ColumnUpdate[];
  private readonly keys: readonly [organizationId: string, deletionId: string];

  constructor(
    private readonly unit: UnitOfWork,
    private readonly organizationId: string,
    deletionId: string,
  ) {
    this.keys = [organizationId, deletionId];
    this.updates = unit.pendingUpdates();
  }

  async visit(table: KeptTable, roots: Roots): Promise<void> {
    if (table.name === roots.table) await this.keepRoots(table, roots.ids);
    await this.keepDependents(table);
    for (const { column, target, onDelete } of table.references)
      if (onDelete === "set null" && this.gone.has(target)) await this.keepLinks(table, column, target);
  }

  private async keepRoots(table: KeptTable, ids: readonly string[]): Promise<void> {
    await this.unit.query("select hold_rows($1, $2, $3, $4)", [table.name, this.organizationId, keyOf(table), ids]);
    await this.keepRows(table, `t.${keyOf(table)} = any($4)`, true, ids);
  }

  private async keepDependents(table: KeptTable): Promise<void> {
    const references = table.references.filter(
      ({ target, onDelete }) => onDelete === "cascade" && target !== table.name && this.gone.has(target),
    );
    if (references.length === 0) return;
    // Rows that the unit detaches before the deletion stay.
    const detached = this.updates.filter(
      ({ table: name, after }) => name === table.name && references.some(({ column }) => after[column] === null),
    );
    for (const { column, target } of references)
      await this.unit.query(`select hold_rows($3, $1, '${column}', array(${goneFrom(target)}))`, [
        ...this.keys,
        table.name,
      ]);
    if (table.name === countedTable) return keepEntries(this.unit, this.keys, table);
    const conditions = references.map(({ column, target }) => `t.${column} = any(array(${goneFrom(target)}))`);
    const ids = detached.map(({ id }) => id);
    await this.keepRows(table, `(${conditions.join(" or ")}) and t.${keyOf(table)} <> all($4)`, false, ids);
  }

  private async keepRows(table: KeptTable, condition: string, isRoot: boolean, ids: readonly string[]): Promise<void> {
    const [kept] = await this.unit.query<{ count: number }>(
      `with kept as (${insertDeletedRows("is_root, content")}
         select $1, $2, '${table.name}', t.${keyOf(table)}, $3, ${contentOf(table)}
         from ${table.name} t where t.organization_id = $1 and ${condition} returning 1)
       select count(*)::int as count from kept`,
      [...this.keys, isRoot, ids],
    );
    if (kept?.count) this.gone.add(table.name);
  }

  private async keepLinks(table: KeptTable, column: string, target: string): Promise<void> {
    const key = keyOf(table);
    await this.unit.query(
      `with cut as (select t.${key} as id, t.${column} as value from ${table.name} t
         where t.organization_id = $1 and t.${column} = any(array(${goneFrom(target)})) and t.${key} <> all(array(${goneFrom(table.name)}))
         for no key update)
       ${insertDeletedRows("before, after")}
       select $1, $2, '${table.name}', id, json_build_object('${column}', value), json_build_object('${column}', null) from cut`,
      [...this.keys],
    );
  }

  /** Keeps what the unit changes in rows that stay. */
  async keepUpdates(undoing?: Undoing): Promise<void> {
    const updates = undoing
      ? [...this.updates.flatMap((update) => inParts(update, undoing.together)), ...undoing.moved]
      : this.updates;
    await this.unit.query(
      `${insertDeletedRows("before, after")}
       select $1, $2, u.name, u.id, u.before, u.after
       from unnest($3::text[], $4::uuid[], $5::json[], $6::json[]) as u (name, id, before, after)
       where not exists (select from deleted_row
         where organization_id = $1 and deletion_id = $2 and table_name = u.name and row_id = u.id and content is not null)`,
      [...this.keys, ...asColumns(updates)],
    );
  }

  removeEntries(): Promise<void> {
    return removeEntries(this.unit, this.keys);
  }

  touched(): Promise<Touched[]> {
    return this.unit.query<Touched>(
      `select table_name as "table", row_id as id, before as emptied from deleted_row
       where organization_id = $1 and deletion_id = $2 and not is_root and table_name <> '${countedTable}'
       order by content is null, table_name, row_id`,
      [...this.keys],
    );
  }
}
