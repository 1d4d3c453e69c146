import type { Config } from "../../config.js";
import type { Queries } from "../../db/database.js";
import type { StoredFile } from "../../db/entities/stored-file.js";
import type { FileStoreName } from "../../domain/files.js";
import { Files } from "../../files/files.js";
import { type Finding, fine, messageOf, problem } from "./check.js";

/** Whether the store of files takes a byte and gives it back, and whether each store still has the bytes of its newest file. */
export async function filesFinding(queries: Queries, config: Config): Promise<Finding> {
  const where = config.FILE_STORE === "s3" ? `The bucket ${config.S3_BUCKET}` : "The database";
  const [organization] = await queries.query<{ id: string }>("select id from organization limit 1");
  if (!organization) return fine("files", `${where} stores them; no organization exists yet.`);
  const files = new Files(queries, config);
  try {
    const { id } = await files.put(organization.id, Buffer.from("x"));
    await files.read(organization.id, id);
    await files.discard(organization.id, id);
  } catch (error) {
    return problem("files", `${where} can't be written and read: ${reasonOf(error)}`);
  }
  // A restore may have come without the bucket, or without its settings.
  const newest = await queries.query<
    Pick<StoredFile, "organizationId" | "id" | "sizeBytes"> & { store: FileStoreName }
  >(
    `select distinct on (p.store) p.store, f.organization_id as "organizationId", f.id, f.size_bytes as "sizeBytes"
     from file_place p join stored_file f on f.organization_id = p.organization_id and f.id = p.file_id
     order by p.store, f.id desc`,
  );
  for (const file of newest)
    try {
      await files.head(file);
    } catch (error) {
      const kept = file.store === "s3" ? "S3" : "the database";
      return problem("files", `The newest file in ${kept}, ${file.id}, can't be read: ${reasonOf(error)}`);
    }
  return fine("files", `${where} took a byte and gave it back.`);
}

const reasonOf = (error: unknown): string => messageOf((error as { cause?: unknown }).cause ?? error);
