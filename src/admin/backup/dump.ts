import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { codeOf, deadlock } from "../../db/error-code.js";
import { migrationNames } from "../../db/migrations/index.js";
import { backedUpTables } from "../../db/preparation/made-tables.js";
import { conflict } from "../../domain/errors.js";
import type { Manifest, Part } from "./records.js";

/** What a session needs beside `connected`, so that rows mean the same in every database. */
export const plainly = "set local extra_float_digits = 3";

/**
 * All rows of the database as of one moment, while it is in use. Nothing but a migration waits for this, or it for that.
 * @param client a connection of its own to a database that is up to date, as the application's role or the owner
 */
export async function* dumpDatabase(
  client: pg.Client,
  others: Pick<Manifest, "secretKey" | "previousSecretKey" | "firstRun">,
): AsyncGenerator<Part> {
  const tables = await backedUpTables();
  while (!(await beginLocked(client, tables)));
  await client.query(plainly);
  // A table of which some rows are hidden from this role is refused rather than saved in part.
  await client.query("set local row_security = off");
  const applied = await checkedMigrations(client);
  const [now] = (await client.query<{ at: Date }>("select now() as at")).rows;
  yield {
    kind: "manifest",
    manifest: { createdAt: (now as { at: Date }).at.toISOString(), migrations: applied, ...others },
  };
  for (const table of tables) yield* dumpTable(client, table);
  const { rows: sequences } = await client.query<{ name: string; lastValue: string }>(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences
     where schemaname = 'public' and sequencename <> 'migrations_id_seq' and last_value is not null order by 1`,
  );
  yield { kind: "sequences", sequences };
  yield { kind: "end", tableCount: tables.length };
  await client.query("commit");
}

/**
 * Begins, and locks all tables before the moment is taken: to it, a table that a migration lays anew afterwards would be empty.
 * @returns false if it and a migration waited for one another, so that Postgres ended it
 */
async function beginLocked(client: pg.Client, tables: readonly string[]): Promise<boolean> {
  await client.query("begin isolation level repeatable read read only");
  try {
    await client.query(`lock table ${tables.map(quoted).join(", ")} in access share mode`);
    return true;
  } catch (error) {
    if (codeOf(error) !== deadlock) throw error;
    await client.query("rollback");
    return false;
  }
}

async function checkedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>("select name from migrations order by id");
  const unknown = rows.find(({ name }) => !migrationNames.includes(name));
  if (unknown)
    throw conflict(`The database is newer than this program (${unknown.name}): use that version of Pratica.`);
  return migrationNames;
}

async function* dumpTable(client: pg.Client, table: string): AsyncGenerator<Part> {
  // Generated columns are computed again.
  const { rows } = await client.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum",
    [table],
  );
  const columns = rows.map(({ name }) => name);
  yield { kind: "table", table, columns };
  const copy = client.query(copyTo(`copy ${table} (${columns.map(quoted).join(", ")}) to stdout`));
  for await (const chunk of copy) yield { kind: "rows", rows: chunk as Buffer };
  yield { kind: "tableEnd", table, rowCount: copy.rowCount };
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
