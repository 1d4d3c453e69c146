import type pg from "pg";
import { keptTables } from "../../src/db/deletions/tables.js";

/** What follows from other rows, or says what happened. */
const derived = new Set([
  "audit_event",
  "security_event",
  "outbox",
  "search_record",
  "search_backlog",
  "search_word",
  "search_kind_word",
  "thread_text",
]);

/** All rows of an organization, as text, by table: to compare before and after. Columns that are given are left out of a table's rows. */
export async function storedRows(
  pool: pg.Pool,
  organizationId: string,
  without: Record<string, readonly string[]> = {},
): Promise<Record<string, string[]>> {
  const query = async <T extends object>(text: string, values?: unknown[]) =>
    (await pool.query(text, values)).rows as T[];
  const rows: Record<string, string[]> = {};
  for (const table of await keptTables({ query })) {
    if (derived.has(table.name)) continue;
    const columns = table.columns.map(({ name }) => name).filter((name) => !without[table.name]?.includes(name));
    const found = await query<{ row: string }>(
      `select (select to_json(r) from (select ${columns.map((name) => `t.${name}`).join(", ")}) r)::text as row
       from ${table.name} t where t.organization_id = $1 order by 1`,
      [organizationId],
    );
    if (found.length > 0) rows[table.name] = found.map(({ row }) => row);
  }
  return rows;
}
