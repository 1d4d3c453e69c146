import type { Logger } from "pino";
import { byWorkflow } from "../db/audit.js";
import type { Database } from "../db/database.js";
import { eachByItself } from "../db/each-by-itself.js";
import { StoredFile } from "../db/entities/stored-file.js";
import { hasAttachment } from "../db/has-attachment.js";
import { transact } from "../db/transact.js";
import type { FileStoreName } from "../domain/files.js";
import { nilId } from "../domain/ids.js";
import type { Files } from "../files/files.js";

interface Key {
  organizationId: string;
  id: string;
}

const atOnce = 500;
/** A storage out of reach takes a while to say so, of each file: after so many in a row its others are left. */
const mostUndiscarded = 10;

// Bytes are put before their row is written: a day is more than any upload takes. In no order: what can never be removed must not always
// come first.
const withoutFile = `
  select p.organization_id as "organizationId", p.file_id as id, p.store from file_place p
  where p.created_at < now() - interval '24 hours'
    and not exists (select from stored_file f where f.organization_id = p.organization_id and f.id = p.file_id)
    and not exists (select from deleted_row d
      where d.organization_id = p.organization_id and d.row_id = p.file_id and d.table_name = 'stored_file')
  order by random() limit ${atOnce}`;

// What a message has is kept all the same, also one that was deleted and can be restored. Of deleted ones Postgres would expect the first
// to have the file, and read all; so that it takes the index, they are counted.
const isExpired = `f.expires_at <= now()
  and not exists (select from message m where m.organization_id = f.organization_id and ${hasAttachment("m", "f.id")})
  and 0 = (select count(*) from deleted_row d where d.organization_id = f.organization_id and d.table_name = 'message'
    and (d.content -> 'attachments')::jsonb @> jsonb_build_array(jsonb_build_object('id', f.id)))`;

const expired = `
  select f.organization_id as "organizationId", f.id from stored_file f
  where (f.organization_id, f.id) > ($1, $2) and ${isExpired} order by f.organization_id, f.id limit ${atOnce}`;

/**
 * Removes files whose time is over, and bytes that belong to no file and can't be restored.
 * @returns how many had bytes that are gone, and how many files or bytes could not be removed
 */
export async function removeOldFiles(
  database: Database,
  files: Files,
  log: Logger,
): Promise<{ removed: number; failed: number }> {
  await database.query("delete from file_link where expires_at < now() - interval '1 day'");
  await database.query("delete from rendering where created_at < now() - interval '1 day'");
  let failed = await removeExpired(database, log);
  let removed = 0;
  const discard = async ({ organizationId, id }: Key) => {
    await files.discard(organizationId, id);
    removed++;
  };
  const loose = await database.query<Key & { store: FileStoreName }>(withoutFile);
  for (const store of new Set(loose.map((each) => each.store))) {
    const inStore = loose.filter((each) => each.store === store);
    failed += await eachByItself(log, "removing bytes without a file", inStore, discard, mostUndiscarded);
  }
  return { removed, failed };
}

/** @returns how many could not be removed */
async function removeExpired(database: Database, log: Logger): Promise<number> {
  let failed = 0;
  let last: Key = { organizationId: nilId, id: nilId };
  for (;;) {
    const old = await database.query<Key>(expired, [last.organizationId, last.id]);
    failed += await eachByItself(log, "removing a file whose time is over", old, ({ organizationId, id }) =>
      transact(database, byWorkflow(organizationId, "remove_expired_files"), async (unit) => {
        // Locked, as attaching a file does: a message may have it by now.
        const file = await unit.lock(StoredFile, organizationId, id);
        const still = `select from stored_file f where f.organization_id = $1 and f.id = $2 and ${isExpired}`;
        if (file && (await unit.query(still, [organizationId, id])).length > 0) unit.delete(file);
      }),
    );
    last = old.at(-1) ?? last;
    if (old.length < atOnce) return failed;
  }
}
