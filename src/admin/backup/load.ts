import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { broken } from "./container.js";
import { plainly, quoted } from "./dump.js";
import type { Part } from "./records.js";

/**
 * Fills an empty database that has the tables of the backup's migrations: all rows, or nothing. Foreign keys are made again at the end,
 * so that the order of the tables doesn't matter; triggers are off, since what they would write is among the rows.
 * @param client the owner's connection
 * @returns how many rows were loaded
 */
export async function loadDatabase(client: pg.Client, parts: AsyncIterable<Part>): Promise<number> {
  await client.query("begin");
  await client.query(plainly);
  const foreignKeys = await allForeignKeys(client);
  for (const { owner, name } of foreignKeys) await client.query(`alter table ${owner} drop constraint ${quoted(name)}`);
  let rowCount = 0;
  const iterator = parts[Symbol.asyncIterator]();
  for (;;) {
    const { value: part, done } = await iterator.next();
    if (done) break;
    if (part.kind === "table") rowCount += await loadTable(client, part, iterator);
    if (part.kind === "sequences")
      for (const { name, lastValue } of part.sequences)
        await client.query("select setval(quote_ident($1)::regclass, $2)", [name, lastValue]);
  }
  for (const { owner, name, definition } of foreignKeys)
    await client.query(`alter table ${owner} add constraint ${quoted(name)} ${definition}`);
  // So that the next preparation finds that this database was restored, wherever that is.
  await client.query("update installation set place = 'a backup'");
  await client.query("commit");
  await client.query("analyze");
  return rowCount;
}

async function allForeignKeys(client: pg.Client): Promise<{ owner: string; name: string; definition: string }[]> {
  const { rows } = await client.query(
    `select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  return rows;
}

async function loadTable(
  client: pg.Client,
  { table, columns }: { table: string; columns: string[] },
  parts: AsyncIterator<Part>,
): Promise<number> {
  const name = quoted(table);
  await client.query(`alter table ${name} disable trigger user`);
  // What a migration wrote itself stands in the backup too.
  await client.query(`delete from ${name}`);
  const copy = client.query(copyFrom(`copy ${name} (${columns.map(quoted).join(", ")}) from stdin`));
  let expected = -1;
  await pipeline(async function* () {
    for (;;) {
      const { value: part, done } = await parts.next();
      if (done) throw broken();
      if (part.kind === "tableEnd") {
        expected = part.rowCount;
        return;
      }
      if (part.kind === "rows") yield part.rows;
    }
  }, copy);
  if (copy.rowCount !== expected) throw broken();
  await client.query(`alter table ${name} enable trigger user`);
  return copy.rowCount;
}
