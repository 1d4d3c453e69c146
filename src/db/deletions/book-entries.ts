import type { UnitOfWork } from "../unit-of-work.js";
import { goneFrom, insertDeletedRows } from "./deleted-rows.js";
import { lastOf, partByPart, rowsAtOnce } from "./parts.js";
import { contentOf, countedTable, type KeptTable } from "./tables.js";

type Keys = readonly [organizationId: string, deletionId: string];

/** A part of a book's entries. `$1`: the organization, `$2`: the book, `$3`: the entry before them. */
const part = `part as (select * from ${countedTable} where organization_id = $1 and book_id = $2 and id > $3 order by id limit ${rowsAtOnce})`;

/** The books that a deletion takes. */
async function booksOf(unit: UnitOfWork, keys: Keys): Promise<string[]> {
  const books = await unit.query<{ row_id: string }>(goneFrom("price_book"), [...keys]);
  return books.map(({ row_id }) => row_id);
}

/** Keeps the entries of the books that a deletion takes. */
export async function keepEntries(unit: UnitOfWork, keys: Keys, table: KeptTable): Promise<void> {
  const [organizationId, deletionId] = keys;
  const kept = `kept as (${insertDeletedRows("content")} select $1, $4, '${countedTable}', t.id, ${contentOf(table)} from part t)`;
  for (const bookId of await booksOf(unit, keys))
    await partByPart((last) =>
      unit.query(`with ${part}, ${kept} select ${lastOf("id")} from part`, [organizationId, bookId, last, deletionId]),
    );
}

/**
 * Deletes the entries of the books that a deletion takes: the cascade would do it by one statement. All are kept by then, since from the first
 * part on, whoever writes prices waits for the vocabulary.
 */
export async function removeEntries(unit: UnitOfWork, keys: Keys): Promise<void> {
  const removed = `removed as (delete from ${countedTable} e using part where e.organization_id = $1 and e.id = part.id)`;
  for (const bookId of await booksOf(unit, keys))
    await partByPart((last) =>
      unit.query(`with ${part}, ${removed} select ${lastOf("id")} from part`, [keys[0], bookId, last]),
    );
}
