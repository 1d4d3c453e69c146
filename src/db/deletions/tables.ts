import type { Queries } from "../database.js";

/** A foreign key within an organization. Its first column is always `organization_id`; this is the other one. */
export interface Reference {
  column: string;
  target: string;
  targetColumn: string;
  onDelete: "cascade" | "set null" | "refuse";
  /** whether the column can't be empty */
  isRequired: boolean;
}

/** A table with an organization's data, as the database itself describes it. */
export interface KeptTable {
  name: string;
  /** the column that, with the organization, identifies a row; null: it takes more */
  key: string | null;
  /** all but the generated ones; `fallback`: SQL for a required column that an older snapshot lacks */
  columns: { name: string; fallback: string | null }[];
  references: Reference[];
}

/** There may be a hundred thousand of its rows, so they are named only where they were deleted themselves. */
export const countedTable = "price_book_entry";

const fromCatalog = `
  select c.relname as name,
    (select case when count(*) = 2 then min(a.attname::text) filter (where a.attname <> 'organization_id') end
     from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary) as key,
    (select json_agg(json_build_object('name', a.attname, 'fallback', case when a.attnotnull then pg_get_expr(d.adbin, d.adrelid) end)
       order by a.attnum)
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select coalesce(json_agg(json_build_object('column', a.attname, 'target', t.relname, 'targetColumn', b.attname,
       'onDelete', case f.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'refuse' end, 'isRequired', a.attnotnull)
       order by f.conname), '[]')
     from pg_constraint f join pg_class t on t.oid = f.confrelid
     join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[2]
     join pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[2]
     where f.conrelid = c.oid and f.contype = 'f') as "references"
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('deletion', 'deleted_row', 'deleted_content')
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and a.attnotnull)
  order by c.relname`;

/**
 * All tables with an organization's data, each after those that it refers to. They are read from the database each time, since a newer
 * release may have migrated it while this one still runs.
 */
export async function keptTables(queries: Queries): Promise<KeptTable[]> {
  const tables = new Map((await queries.query<KeptTable>(fromCatalog)).map((table) => [table.name, table]));
  const sorted = new Set<KeptTable>();
  const add = (table: KeptTable, path: readonly string[]): void => {
    if (sorted.has(table)) return;
    if (path.includes(table.name)) throw new Error(`These tables refer to one another: ${[...path, table.name]}`);
    for (const { target } of table.references) {
      const referred = target === table.name ? undefined : tables.get(target);
      if (referred) add(referred, [...path, table.name]);
    }
    sorted.add(table);
  };
  for (const table of tables.values()) add(table, []);
  return [...sorted];
}

/** A row `t` of a table as it is kept, as SQL. */
export const contentOf = ({ columns }: KeptTable): string =>
  `(select to_json(r) from (select ${columns.map(({ name }) => `t.${name}`).join(", ")}) r)`;

/** @throws Error for a table whose rows one id doesn't identify */
export function keyOf({ name, key }: KeptTable): string {
  if (key === null) throw new Error(`${name} has no key of an organization and one id, so its rows can't be kept.`);
  return key;
}
