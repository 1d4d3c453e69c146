import type { Logger } from "pino";
import type { Database } from "../db/database.js";
import { eachByItself } from "../db/each-by-itself.js";
import { StoredFile } from "../db/entities/stored-file.js";
import { transact } from "../db/transact.js";
import type { Files } from "../files/files.js";
import { byWorkflow } from "./dependencies.js";

interface Key {
  organizationId: string;
  id: string;
}

const atOnce = 500;
/** A storage out of reach takes a while to say so, of each file. */
const mostUndiscarded = 10;

// Bytes are put before their row is written: a day is more than any upload takes.
const withoutFile = `
  select p.organization_id as "organizationId", p.file_id as id from file_place p
  where p.created_at < now() - interval '24 hours'
    and not exists (select from stored_file f where f.organization_id = p.organization_id and f.id = p.file_id)
    and not exists (select from deleted_row d
      where d.organization_id = p.organization_id and d.row_id = p.file_id and d.table_name = 'stored_file')
  limit ${atOnce}`;

// What a message has is kept all the same.
const expired = `
  select f.organization_id as "organizationId", f.id from stored_file f
  where f.expires_at <= now() and not exists (select from message m where m.organization_id = f.organization_id
    and m.attachments <> '[]' and m.attachments @> jsonb_build_array(jsonb_build_object('id', f.id)))
  order by f.expires_at limit ${atOnce}`;

/**
 * Removes files whose time is over, and the bytes of what has no file and can't be restored.
 * @returns how many had bytes that are gone, and how many files or bytes could not be removed
 */
export async function removeOldFiles(
  database: Database,
  files: Files,
  log: Logger,
): Promise<{ removed: number; failed: number }> {
  await database.query("delete from file_link where expires_at < now() - interval '1 day'");
  await database.query("delete from rendering where created_at < now() - interval '1 day'");
  const old = await database.query<Key>(expired);
  const kept = await eachByItself(log, "removing a file whose time is over", old, ({ organizationId, id }) =>
    transact(database, byWorkflow(organizationId, "remove_expired_files"), async (unit) => {
      const file = await unit.find(StoredFile, organizationId, id);
      if (file) unit.delete(file);
    }),
  );
  let removed = 0;
  const discard = async ({ organizationId, id }: Key) => {
    await files.discard(organizationId, id).catch((cause) => {
      // By another name: a storage out of reach is no database out of reach, and doesn't end the sweep.
      throw new Error("the storage didn't remove it", { cause });
    });
    removed++;
  };
  const loose = await database.query<Key>(withoutFile);
  const undiscarded = await eachByItself(log, "removing bytes without a file", loose, discard, mostUndiscarded);
  return { removed, failed: kept + undiscarded };
}
