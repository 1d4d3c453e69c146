import { type RevisionContent, revisionSha256 } from "../../domain/revision.js";
import type { UnitOfWork } from "../unit-of-work.js";
import { settleLinks } from "./links.js";
import { countedTable, type KeptTable, keptTables, keyOf, type Reference } from "./tables.js";

/** What stands in the way of a restore: a record that the deleted one can't be without. */
export interface Missing {
  table: string;
  id: string;
  /** the deletion with which it can be brought back; null: it is gone for good */
  deletionId: string | null;
}

/** A row that came back, or one that stayed and has columns again that the deletion changed. */
export interface Restored {
  table: string;
  id: string;
  columns: string[] | null;
}

/**
 * Brings back what a deletion took, as far as it can stand again. What it needs and another deletion has taken comes back with that
 * one; what is gone for good doesn't come back.
 * @returns what the roots need and miss, and then nothing is restored; else what was restored
 */
export async function restoreDeletion(
  unit: UnitOfWork,
  organizationId: string,
  deletionId: string,
): Promise<{ missing: Missing[]; restored: Restored[]; entries: number }> {
  await unit.begin();
  const all = await keptTables(unit);
  const held = await unit.query<{ name: string; hasRoots: boolean }>(
    'select table_name as name, bool_or(is_root) as "hasRoots" from deleted_row where organization_id = $1 and deletion_id = $2 group by 1',
    [organizationId, deletionId],
  );
  const counted = held.some(({ name, hasRoots }) => name === countedTable && !hasRoots);
  const tables = all.filter(({ name }) => held.some((one) => one.name === name));
  const restore = new Restore(unit, [organizationId, deletionId]);
  const missing: Missing[] = [];
  for (const table of tables)
    missing.push(...(await restore.missingOfRoots(table)), ...(await restore.missingOfMoved(table)));
  if (missing.length > 0) return { missing, restored: [], entries: 0 };
  for (const table of tables) await restore.insertRows(table, counted && table.name === countedTable);
  for (const table of tables) await restore.undoUpdates(table);
  await checkRevisions(unit, organizationId, restore.restored);
  const gone = await settleLinks(unit, organizationId, restore.restored);
  await unit.query("delete from deletion where organization_id = $1 and id = $2", [organizationId, deletionId]);
  return { missing, restored: restore.restored.filter(({ id }) => !gone.has(id)), entries: restore.entries };
}

const ofDeletion = (table: string): string =>
  `d.organization_id = $1 and d.deletion_id = $2 and d.table_name = '${table}'`;
/** The deletion that has taken a row of a table, for a subquery; the row `d` is of the one that is restored. */
const takenBy = (table: string, id: string): string =>
  `(select h.deletion_id from deleted_row h where h.organization_id = $1 and h.deletion_id <> $2 and h.table_name = '${table}'
     and h.row_id = ${id} and h.content is not null limit 1)`;
/** What a kept row refers to. */
const referred = ({ column }: Reference): string => `(d.content ->> '${column}')::uuid`;
const isThere = ({ target, targetColumn }: Reference, id: string): string =>
  `exists (select from ${target} x where x.organization_id = $1 and x.${targetColumn} = ${id})`;
const isMissing = (reference: Reference): string =>
  `${referred(reference)} is not null and not ${isThere(reference, referred(reference))}`;

const rowsAtOnce = 20_000;

class Restore {
  readonly restored: Restored[] = [];
  entries = 0;

  constructor(
    private readonly unit: UnitOfWork,
    private readonly keys: readonly [organizationId: string, deletionId: string],
  ) {}

  async missingOfRoots(table: KeptTable): Promise<Missing[]> {
    const found: Missing[] = [];
    for (const reference of table.references.filter(isNeeded(table)))
      found.push(
        ...(await this.query<Missing>(
          `select distinct '${reference.target}' as "table", ${referred(reference)} as id, ${takenBy(reference.target, referred(reference))} as "deletionId"
           from deleted_row d where ${ofDeletion(table.name)} and d.is_root and d.content is not null and ${isMissing(reference)}`,
        )),
      );
    return found;
  }

  /** What was moved to a record that another deletion has taken since: only once that is back can it be told that it still stands there. */
  async missingOfMoved(table: KeptTable): Promise<Missing[]> {
    const found: Missing[] = [];
    for (const { column, ...reference } of table.references) {
      const there = `(d.after ->> '${column}')::uuid`;
      found.push(
        ...(await this.query<Missing>(
          `select * from (
             select distinct '${reference.target}' as "table", ${there} as id, ${takenBy(reference.target, there)} as "deletionId"
             from deleted_row d where ${ofDeletion(table.name)} and d.content is null and d.before ->> '${column}' is not null
               and ${there} is not null and not ${isThere({ column, ...reference }, there)}
           ) moved where "deletionId" is not null`,
        )),
      );
    }
    return found;
  }

  async insertRows(table: KeptTable, isCounted: boolean): Promise<void> {
    for (const reference of table.references.filter(isNeeded(table))) await this.passOn(table, reference);
    const optional = table.references.filter(({ isRequired, target }) => !isRequired && target !== table.name);
    for (const reference of optional) await this.passLinkOn(table, reference);
    const value = ({ name, fallback }: KeptTable["columns"][number]): string => {
      const reference = optional.find(({ column }) => column === name);
      if (reference) return `case when ${isThere(reference, `r.${name}`)} then r.${name} end`;
      return fallback === null ? `r.${name}` : `coalesce(r.${name}, ${fallback})`;
    };
    const columns = table.columns.map(({ name }) => name).join(", ");
    const insertedFrom = (
      rows: string,
    ) => `insert into ${table.name} (${columns}) select ${table.columns.map(value).join(", ")}
      from ${rows} d cross join lateral json_populate_record(null::${table.name}, d.content) r`;
    if (isCounted) return this.insertCounted(table, insertedFrom("part"));
    const inserted = `${insertedFrom("deleted_row")} where ${ofDeletion(table.name)} and d.content is not null`;
    for (const { id } of await this.query<{ id: string }>(`${inserted} returning ${keyOf(table)} as id`))
      this.restored.push({ table: table.name, id, columns: null });
  }

  /** Part by part: no statement may take longer than 45 s, however many rows there are. */
  private async insertCounted(table: KeptTable, insertPart: string): Promise<void> {
    for (let last: string | null = null, count = rowsAtOnce; count === rowsAtOnce; this.entries += count) {
      const [part]: { count: number; last: string | null }[] = await this.query(
        `with part as (
           select row_id, content from deleted_row d
           where ${ofDeletion(table.name)} and d.content is not null and ($3::uuid is null or d.row_id > $3) order by d.row_id limit ${rowsAtOnce}
         ), back as (${insertPart})
         select count(*)::int as count, (array_agg(row_id order by row_id desc))[1] as last from part`,
        last,
      );
      count = part?.count ?? 0;
      last = part?.last ?? null;
    }
  }

  /** Rows that need what another deletion has taken go over to that deletion. */
  private async passOn(table: KeptTable, reference: Reference): Promise<void> {
    await this.query(
      `with lacking as (delete from deleted_row d where ${ofDeletion(table.name)} and ${isMissing(reference)} returning d.*)
       insert into deleted_row (organization_id, deletion_id, table_name, row_id, content)
       select organization_id, holder, table_name, row_id, content
       from (select d.*, ${takenBy(reference.target, referred(reference))} as holder from lacking d) l where holder is not null`,
    );
  }

  /** A row's link to what another deletion has taken is made when that comes back. */
  private async passLinkOn(table: KeptTable, reference: Reference): Promise<void> {
    const { column, target } = reference;
    await this.query(
      `insert into deleted_row (organization_id, deletion_id, table_name, row_id, before, after)
       select organization_id, holder, table_name, row_id, json_build_object('${column}', value), json_build_object('${column}', null)
       from (select d.*, ${referred(reference)} as value, ${takenBy(target, referred(reference))} as holder from deleted_row d
         where ${ofDeletion(table.name)} and d.content is not null and ${isMissing(reference)}) l where holder is not null`,
    );
  }

  /** Undoes changes to rows that stayed, where they stand as the deletion left them. */
  async undoUpdates(table: KeptTable): Promise<void> {
    await this.query(
      `insert into deleted_row (organization_id, deletion_id, table_name, row_id, before, after)
       select organization_id, holder, table_name, row_id, before, after
       from (select d.*, ${takenBy(table.name, "d.row_id")} as holder from deleted_row d where ${ofDeletion(table.name)} and d.content is null) l
       where holder is not null`,
    );
    const sets = await this.query<{ columns: string[] }>(
      `select distinct array(select json_object_keys(d.before)) as columns from deleted_row d where ${ofDeletion(table.name)} and d.content is null`,
    );
    for (const { columns } of sets) {
      const known = columns.filter((name) => table.columns.some((column) => column.name === name));
      if (known.length > 0) await this.undo(table, known, columns);
    }
  }

  private async undo(table: KeptTable, columns: readonly string[], kept: readonly string[]): Promise<void> {
    const key = keyOf(table);
    const asLeft = columns.map((name) => `t.${name}::text is not distinct from a.${name}::text`);
    const standing = table.references
      .filter(({ column }) => columns.includes(column))
      .map((reference) => `(b.${reference.column} is null or ${isThere(reference, `b.${reference.column}`)})`);
    const marks = ["updated_at", "version"].filter((name) => table.columns.some((column) => column.name === name));
    const changed = [
      ...columns.map((name) => `${name} = b.${name}`),
      ...marks.map((name) => (name === "version" ? "version = t.version + 1" : "updated_at = now()")),
    ];
    const rows = await this.query<{ id: string }>(
      `update ${table.name} t set ${changed.join(", ")}
       from deleted_row d cross join lateral json_populate_record(null::${table.name}, d.before) b
         cross join lateral json_populate_record(null::${table.name}, d.after) a
       where ${ofDeletion(table.name)} and d.content is null and array(select json_object_keys(d.before)) = $3
         and t.organization_id = $1 and t.${key} = d.row_id and ${[...asLeft, ...standing].join(" and ")}
       returning t.${key} as id`,
      [...kept],
    );
    for (const { id } of rows) this.restored.push({ table: table.name, id, columns: [...columns] });
  }

  private query<T extends object>(text: string, ...values: unknown[]): Promise<T[]> {
    return this.unit.query<T>(text, [...this.keys, ...values]);
  }
}

/** Revisions come back as they were issued. @throws Error otherwise: then nothing is restored */
async function checkRevisions(unit: UnitOfWork, organizationId: string, restored: readonly Restored[]): Promise<void> {
  const ids = restored.filter(({ table }) => table === "document_revision").map(({ id }) => id);
  if (ids.length === 0) return;
  const revisions = await unit.query<{ id: string; sha256: string; content: RevisionContent }>(
    "select id, sha256, content from document_revision where organization_id = $1 and id = any($2)",
    [organizationId, ids],
  );
  const changed = revisions.filter(({ content, sha256 }) => revisionSha256(content) !== sha256);
  if (changed.length > 0)
    throw new Error(`These revisions are not as they were issued: ${changed.map(({ id }) => id)}`);
}

/** References without which a row can't be, but those within its own table. */
const isNeeded =
  ({ name }: KeptTable) =>
  ({ isRequired, target }: Reference): boolean =>
    isRequired && target !== name;
