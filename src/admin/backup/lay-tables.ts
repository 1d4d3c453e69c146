import type { DataSource } from "typeorm";
import { withMigrations } from "../../db/data-source.js";
import { migrations } from "../../db/migrations/index.js";
import { backedUpTables } from "../../db/preparation/made-tables.js";
import { conflict } from "../../domain/errors.js";

/**
 * Makes the tables of these migrations in an empty database. Tables without a row, which a start or an interrupted restore has left,
 * are made anew.
 * @throws conflict if the database has rows
 */
export async function layTables(ownerUrl: string, wanted: string[]): Promise<void> {
  await withMigrations(ownerUrl, migrations, async (dataSource) => {
    await refuseRows(dataSource);
    if (!(await exists(dataSource, "migrations"))) return;
    const applied: object[] = await dataSource.query("select from migrations");
    for (const _ of applied) await dataSource.undoLastMigration();
  });
  const upTo = migrations.filter((Migration) => wanted.includes(new Migration().name));
  await withMigrations(ownerUrl, upTo, (dataSource) => dataSource.runMigrations());
}

/** A migration itself writes the one row of `installation`. */
async function refuseRows(dataSource: DataSource): Promise<void> {
  for (const table of await backedUpTables()) {
    if (table === "installation" || !(await exists(dataSource, table))) continue;
    const rows: object[] = await dataSource.query(`select from ${table} limit 1`);
    if (rows.length > 0)
      throw conflict(`The database is not empty (${table}): restore the backup into an empty database.`);
  }
}

async function exists(dataSource: DataSource, table: string): Promise<boolean> {
  const [found] = await dataSource.query("select to_regclass('public.' || $1) is not null as is", [table]);
  return found.is;
}
