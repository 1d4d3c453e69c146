import type { UnitOfWork } from "../unit-of-work.js";
import { handOn, isChanged, isGone, isThere, referenceOf, takenBy } from "./deleted-rows.js";
import { keepSureWithdrawals, undoWithdrawals } from "./held-messages.js";
import { settleLinks } from "./links.js";
import { lastOf, type Part, partByPart, rowsAtOnce } from "./parts.js";
import { checkRevisions } from "./revisions.js";
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
  for (const table of tables) missing.push(...(await restore.missing(table)));
  if (missing.length > 0) return { missing, restored: [], entries: 0 };
  for (const table of tables) await restore.insertRows(table, counted && table.name === countedTable);
  for (const table of tables) await restore.undoUpdates(table);
  await checkRevisions(unit, organizationId, restore.restored);
  const gone = await settleLinks(unit, organizationId, restore.restored);
  await unit.query("delete from deletion where organization_id = $1 and id = $2", [organizationId, deletionId]);
  return { missing, restored: restore.restored.filter(({ id }) => !gone.has(id)), entries: restore.entries };
}

/** A part of the kept rows, and the ids of those that came back. */
type Taken = Part & { ids: string[] | null };
const takenOf = `${lastOf("row_id")}, (select array_agg(id) from back) as ids`;

class Restore {
  readonly restored: Restored[] = [];
  entries = 0;

  constructor(
    private readonly unit: UnitOfWork,
    private readonly keys: readonly [organizationId: string, deletionId: string],
  ) {}

  /**
   * What the roots can't be without; and what rows were moved to that another deletion has taken since: only once that is back can it be
   * told that they still stand there.
   */
  async missing(table: KeptTable): Promise<Missing[]> {
    const found: Missing[] = [];
    for (const reference of referencesOf(table).needed)
      found.push(...(await this.missingOf(reference, "content", `${isGone(table.name)} and d.is_root`)));
    for (const reference of table.references) {
      const isMoved = `${isChanged(table.name)} and d.before ->> '${reference.column}' is not null`;
      const missing = await this.missingOf(reference, "after", isMoved);
      found.push(...missing.filter(({ deletionId }) => deletionId !== null));
    }
    return found;
  }

  private async missingOf(reference: Reference, values: "content" | "after", condition: string): Promise<Missing[]> {
    if (!(await this.hold(reference, values, condition))) return [];
    const { id, isMissing, holder } = referenceOf(reference, values);
    return this.query<Missing>(
      `select distinct '${reference.target}' as "table", ${id} as id, ${holder} as "deletionId"
       from deleted_row d where ${condition} and ${isMissing}`,
    );
  }

  /**
   * Locks what a reference names until the unit ends, before it is asked whether that is there: whoever deletes it at this moment comes
   * first, and is seen, or waits, and then finds what was restored.
   * @returns whether it names anything
   */
  private async hold(reference: Reference, values: "content" | "after", condition: string): Promise<boolean> {
    const { target, targetColumn } = reference;
    const { id } = referenceOf(reference, values);
    const named = await this.query<{ id: string }>(
      `select distinct ${id} as id from deleted_row d where ${condition} and ${id} is not null`,
    );
    if (named.length === 0) return false;
    await this.unit.query(
      `select from ${target} where organization_id = $1 and ${targetColumn} = any($2) order by ${targetColumn} for key share`,
      [this.keys[0], named.map((one) => one.id)],
    );
    return true;
  }

  async insertRows(table: KeptTable, isCounted: boolean): Promise<void> {
    const { needed, optional } = referencesOf(table);
    for (const reference of needed) await this.passOn(table, reference);
    for (const reference of optional) await this.passLinkOn(table, reference);
    const part = `part as (select row_id, content from deleted_row d where ${isGone(table.name)} and row_id > $3 order by row_id limit ${rowsAtOnce})`;
    const back = `back as (${insertFrom("part d", table)} returning ${keyOf(table)} as id)`;
    const count = await partByPart(async (last) => {
      const taken = await this.query<Taken>(`with ${part}, ${back} select ${takenOf} from part`, last);
      if (!isCounted) this.note(table, taken, null);
      return taken;
    });
    if (isCounted) this.entries = count;
  }

  private note(table: KeptTable, [taken]: readonly Taken[], columns: string[] | null): void {
    for (const id of taken?.ids ?? []) this.restored.push({ table: table.name, id, columns });
  }

  /**
   * Rows that need what another deletion has taken go over to that deletion. What they name is looked for once, and not for each row: a
   * bill's thousands of links name the same few quotes.
   */
  private async passOn(table: KeptTable, reference: Reference): Promise<void> {
    const { id, holder } = referenceOf(reference, "content");
    const named = `select distinct ${id} as id from deleted_row d where ${isGone(table.name)}`;
    const missing = `select n.id from (${named}) n where not ${isThere(reference, "n.id")}`;
    await this.query(
      `with lacking as (delete from deleted_row d where ${isGone(table.name)} and ${id} = any(array(${missing})) returning d.*)
       ${handOn("content", "lacking d", holder)}`,
    );
  }

  /** A row's link to a record that another deletion has taken is restored together with that record. */
  private async passLinkOn(table: KeptTable, reference: Reference): Promise<void> {
    if (!(await this.hold(reference, "content", isGone(table.name)))) return;
    const { isMissing, holder } = referenceOf(reference, "content");
    const column = `'${reference.column}'`;
    const link = `json_build_object(${column}, content -> ${column}), json_build_object(${column}, null)`;
    const lacking = `deleted_row d where ${isGone(table.name)} and ${isMissing}`;
    await this.query(handOn("before, after", lacking, holder, link));
  }

  /** Undoes changes to rows that stayed, where they stand as the deletion left them. */
  async undoUpdates(table: KeptTable): Promise<void> {
    await this.passChangesOn(table);
    if (table.name === "message") await keepSureWithdrawals(this.unit, this.keys);
    const changed = `deleted_row d where ${isChanged(table.name)}`;
    const sets = await this.query<{ columns: string[] }>(
      `select distinct array(select json_object_keys(d.before)) as columns from ${changed}`,
    );
    for (const { columns } of sets) {
      const known = columns.filter((name) => table.columns.some((column) => column.name === name));
      if (known.length > 0) await this.undo(table, known, columns);
    }
    // Rows that others deleted while this waited for them are noticed only now.
    if (sets.length > 0) await this.passChangesOn(table);
  }

  /** Changes to rows that another deletion has taken go over to that deletion. */
  private async passChangesOn({ name }: KeptTable): Promise<void> {
    if (name === "message") await undoWithdrawals(this.unit, this.keys);
    const holder = takenBy(name, "d.row_id");
    await this.query(
      `with taken as (delete from deleted_row d where ${isChanged(name)} and ${holder} is not null returning d.*)
       ${handOn("before, after", "taken d", holder)}`,
    );
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
    const part = `part as (select * from deleted_row d where ${isChanged(table.name)} and array(select json_object_keys(d.before)) = $4
      and d.row_id > $3 order by d.row_id fetch first ${rowsAtOnce} rows with ties)`;
    await partByPart(async (last) => {
      const taken = await this.query<Taken>(
        `with ${part}, back as (update ${table.name} t set ${changed.join(", ")}
           from part d cross join lateral json_populate_record(null::${table.name}, d.before) b
             cross join lateral json_populate_record(null::${table.name}, d.after) a
           where t.organization_id = $1 and t.${key} = d.row_id and ${[...asLeft, ...standing].join(" and ")}
           returning t.${key} as id)
         select ${takenOf} from part`,
        last,
        [...kept],
      );
      this.note(table, taken, [...columns]);
      return taken;
    });
  }

  private query<T extends object>(text: string, ...values: unknown[]): Promise<T[]> {
    return this.unit.query<T>(text, [...this.keys, ...values]);
  }
}

/** The references of a table's rows to those of others: those without which a row can't be, and the others. */
function referencesOf({ name, references }: KeptTable): { needed: Reference[]; optional: Reference[] } {
  const others = references.filter(({ target }) => target !== name);
  return {
    needed: others.filter(({ isRequired }) => isRequired),
    optional: others.filter(({ isRequired }) => !isRequired),
  };
}

/** The insert of a table's rows as they were; references to what isn't there stay empty. @param rows that are kept, as `d` */
function insertFrom(rows: string, table: KeptTable): string {
  const { optional } = referencesOf(table);
  const values = table.columns.map(({ name, fallback }) => {
    if (name === "organization_id") return "$1";
    const reference = optional.find(({ column }) => column === name);
    if (reference) return `case when ${isThere(reference, `r.${name}`)} then r.${name} end`;
    return fallback === null ? `r.${name}` : `coalesce(r.${name}, ${fallback})`;
  });
  return `insert into ${table.name} (${table.columns.map(({ name }) => name).join(", ")}) select ${values.join(", ")}
    from ${rows} cross join lateral json_populate_record(null::${table.name}, d.content) r`;
}
