import type { Config } from "../../config.js";
import type { Queries } from "../../db/database.js";
import { Files } from "../../files/files.js";
import { type Finding, fine, messageOf, problem } from "./check.js";

/** Whether the store of files takes a byte and gives it back. */
export async function filesFinding(queries: Queries, config: Config): Promise<Finding> {
  const where = config.FILE_STORE === "s3" ? `The bucket ${config.S3_BUCKET}` : "The database";
  const [organization] = await queries.query<{ id: string }>("select id from organization limit 1");
  if (!organization) return fine("files", `${where} keeps them; there is no organization yet that has any.`);
  const files = new Files(queries, config);
  try {
    const { id } = await files.put(organization.id, Buffer.from("x"));
    await files.read(organization.id, id);
    await files.discard(organization.id, id);
    return fine("files", `${where} took a byte and gave it back.`);
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    return problem("files", `${where} can't be written and read: ${messageOf(cause ?? error)}`);
  }
}
