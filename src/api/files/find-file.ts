import type { Queries } from "../../db/database.js";
import { forbidden, notFound } from "../../domain/errors.js";
import { isId } from "../../domain/ids.js";
import { type Caller, type Reach, reachOf } from "../../domain/permissions.js";

export interface FoundFile {
  id: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
}

const columns = `f.id, f.name, f.content_type as "contentType", f.size_bytes as "sizeBytes", f.sha256`;

const inOrganization = `select ${columns} from stored_file f where f.organization_id = $1 and f.id = $2`;

// What came or went with a message of a thread, except the PDF of a revision: that belongs to the documents, messages only carry it.
const inThread = `${inOrganization} and not exists (
    select from revision_pdf p where p.organization_id = f.organization_id and p.file_id = f.id)
  and exists (
    select from message m where m.organization_id = f.organization_id and m.thread_id is not null and m.attachments <> '[]'
      and m.attachments @> jsonb_build_array(jsonb_build_object('id', f.id)))`;

// A share gives access only to what was issued in the project: the PDFs of its documents' revisions.
const inSharedProject = `
  select ${columns} from stored_file f where f.organization_id = $1 and f.id = $2 and exists (
    select from revision_pdf p
    join document_revision r on r.organization_id = p.organization_id and r.id = p.revision_id
    join document d on d.organization_id = r.organization_id and d.id = r.document_id
    join project_share s on s.organization_id = d.organization_id and s.project_id = d.project_id
    where p.organization_id = f.organization_id and p.file_id = f.id and s.user_id = $3)`;

/**
 * The stored file with this id, without its bytes.
 * @throws forbidden if the caller has neither `documents:view` nor `inbox:view`; not_found if the id is malformed, or no file of the
 *   organization within the caller's reach has it
 */
export async function findFile(queries: Queries, caller: Caller, fileId: string): Promise<FoundFile> {
  const documents = reachOf(caller, "documents:view");
  const inbox = reachOf(caller, "inbox:view");
  if (documents === "none" && inbox === "none") {
    throw forbidden("Files need documents:view or inbox:view, which this key or role lacks.");
  }
  if (!isId(fileId)) throw notFound("fileId", fileId);
  const [file] = await queryFile(queries, caller, fileId, documents, inbox);
  if (!file) throw notFound("fileId", fileId);
  return file;
}

async function queryFile(queries: Queries, caller: Caller, fileId: string, documents: Reach, inbox: Reach) {
  const ids = [caller.organizationId, fileId];
  if (documents === "organization") return queries.query<FoundFile>(inOrganization, ids);
  if (inbox === "organization") return queries.query<FoundFile>(inThread, ids);
  if (documents === "shared") return queries.query<FoundFile>(inSharedProject, [...ids, caller.userId]);
  return [];
}
