import type { StoredFile } from "../../db/entities/stored-file.js";
import { hasAttachment } from "../../db/has-attachment.js";
import type { OrganizationQuery } from "../../db/organization-query.js";
import { forbidden, notFound } from "../../domain/errors.js";
import { isId } from "../../domain/ids.js";
import { type Caller, reachOf } from "../../domain/permissions.js";
import { exportsInSight } from "./exports-in-sight.js";

/** What answering with a file needs. */
export type FoundFile = Pick<StoredFile, "id" | "organizationId" | "name" | "contentType" | "sizeBytes" | "sha256">;

const columns = `f.id, f.organization_id as "organizationId", f.name, f.content_type as "contentType", f.size_bytes as "sizeBytes", f.sha256`;

const issuedPdf = "select from revision_pdf p where p.organization_id = f.organization_id and p.file_id = f.id";

const attached = hasAttachment("m", "f.id");

// What went with a message of a thread, except the PDF of a revision: that belongs to the documents, messages only carry it.
const carried = `select from message m where m.organization_id = f.organization_id and m.thread_id is not null and ${attached}`;

const shareOf = (project: string): string =>
  `select from project_share s where s.organization_id = f.organization_id and s.user_id = $3 and s.project_id = ${project}`;

/** SQL: what came with messages is of the inbox alone, until it is filed under a project: attachments with their thread, all by `update_file`. */
export const isOfDocuments = (alias: string): string =>
  `(${alias}.source <> 'incoming' or ${alias}.project_id is not null)`;

const exported = `select from rendering r join bill_of_quantities b on b.organization_id = r.organization_id and b.id = r.bill_id
    where r.organization_id = f.organization_id and r.file_id = f.id and r.export ->> 'kind' = 'bill'`;

/** SQL of the ways in which a caller may have a file `f` in sight; `$3` is the user. */
const ways = {
  inbox: `f.source = 'incoming' or not exists (${issuedPdf}) and (exists (${carried}) or f.created_by = $3)`,
  // A share reaches the project's files, the PDFs of its documents' revisions, and what its threads carry.
  sharedDocuments: `exists (${shareOf("f.project_id")}) or exists (
    select from revision_pdf p
    join document_revision r on r.organization_id = p.organization_id and r.id = p.revision_id
    join document d on d.organization_id = r.organization_id and d.id = r.document_id
    where p.organization_id = f.organization_id and p.file_id = f.id and exists (${shareOf("d.project_id")}))`,
  // An export that shows a bill and nothing of quotes is for whoever may view the bill.
  bills: `exists (${exported})`,
  sharedBills: `exists (${exported} and exists (${shareOf("b.project_id")}))`,
  // Begins at the user's shares, since no index finds a message by its whole mail or by a receipt.
  sharedInbox: `not exists (${issuedPdf}) and exists (
    select from project_share s
    join thread t on t.organization_id = s.organization_id and t.project_id = s.project_id
    join message m on m.organization_id = t.organization_id and m.thread_id = t.id
    where s.organization_id = f.organization_id and s.user_id = $3
      and (${attached} or m.raw_file_id = f.id or m.receipts @> jsonb_build_array(jsonb_build_object('fileId', f.id))))`,
};

/**
 * The stored file with this id, without its bytes.
 * @throws forbidden if the caller has neither `documents:view` nor `inbox:view` nor `bills_of_quantities:view`; not_found if the id is malformed, or no file of the
 *   organization within the caller's reach has it
 */
export async function findFile(query: OrganizationQuery, caller: Caller, fileId: string): Promise<FoundFile> {
  const documents = reachOf(caller, "documents:view");
  const inbox = reachOf(caller, "inbox:view");
  const bills = reachOf(caller, "bills_of_quantities:view");
  if (documents === "none" && inbox === "none" && bills === "none") {
    throw forbidden("Files need documents:view or inbox:view, which this key or role lacks.");
  }
  if (!isId(fileId)) throw notFound("fileId", fileId);
  const inSight = exportsInSight("f", caller);
  const within = (way: string) => (inSight === null ? way : `(${way}) and ${inSight}`);
  const open = [
    ...(documents === "organization" ? [within(isOfDocuments("f"))] : []),
    ...(inbox === "organization" ? [ways.inbox] : []),
    ...(documents === "shared" ? [within(ways.sharedDocuments)] : []),
    ...(inbox === "shared" ? [ways.sharedInbox] : []),
    ...(bills === "organization" ? [within(ways.bills)] : []),
    ...(bills === "shared" ? [within(ways.sharedBills)] : []),
  ].join(") or (");
  const text = `select ${columns} from stored_file f where f.organization_id = $1 and f.id = $2 and ((${open}))`;
  const [file] = await query<FoundFile>(text, fileId, ...(open.includes("$3") ? [caller.userId] : []));
  if (!file) throw notFound("fileId", fileId);
  return file;
}
