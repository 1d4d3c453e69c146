import { Context } from "@temporalio/activity";
import { byWorkflow } from "../../db/audit.js";
import type { Queries } from "../../db/database.js";
import type { DocumentRevision } from "../../db/entities/document-revision.js";
import type { Attachment } from "../../db/entities/message.js";
import { transact } from "../../db/transact.js";
import type { RevisionContent } from "../../domain/documents/revision.js";
import { documentKindNames } from "../../domain/italian-names.js";
import { addFile } from "../../files/files.js";
import type { Shared } from "../dependencies.js";
import { counted, countTries, triesBefore } from "../tries.js";

/** A document may end its worker by the memory that it takes; one that does so each time must not go on for ever, for all organizations. */
const maxTries = 5;

/** The error of a message or a rendering whose document can't be typeset. */
export const noPdf = "its PDF can't be made";

export type Pdf = Pick<Attachment, "id" | "name" | "sizeBytes">;

/** The PDF of a revision: it is rendered once, and stored with its hash. @returns an Error if it can't be rendered */
export async function revisionPdf(
  deps: Shared,
  revision: Pick<DocumentRevision, "organizationId" | "id" | "content">,
): Promise<Pdf | Error> {
  const { organizationId, id: revisionId, content } = revision;
  const stored = await storedPdf(deps.database, revision);
  if (stored) return stored;
  const bytes = await typeset(deps, organizationId, content);
  if (bytes instanceof Error) return bytes;
  const kept = await deps.files.put(organizationId, bytes);
  return transact(deps.database, byWorkflow(organizationId, "render_revision"), async (unit) => {
    // Another activity may have been faster: what this one has put is removed by the sweep.
    const other = await storedPdf(unit, revision);
    if (other) return other;
    const file = addFile(unit, kept, {
      organizationId,
      name: fileName(content),
      contentType: "application/pdf",
      source: "issued",
    });
    unit.append(
      "insert into revision_pdf (organization_id, revision_id, file_id, sha256, created_at) values ($1, $2, $3, $4, $5)",
      [organizationId, revisionId, file.id, file.sha256, unit.now],
    );
    return { id: file.id, name: file.name, sizeBytes: file.sizeBytes };
  });
}

async function storedPdf(
  queries: Queries,
  { organizationId, id }: Pick<DocumentRevision, "organizationId" | "id">,
): Promise<Pdf | undefined> {
  const [stored] = await queries.query<Pdf>(
    `select f.id, f.name, f.size_bytes as "sizeBytes" from revision_pdf p
     join stored_file f on f.organization_id = p.organization_id and f.id = p.file_id where p.organization_id = $1 and p.revision_id = $2`,
    [organizationId, id],
  );
  return stored;
}

/** Sets a document in its turn. A worker that stops doesn't wait for it. @returns an Error if it can't be set: trying again wouldn't help */
export async function typeset(
  { typesetter }: Shared,
  organizationId: string,
  content: RevisionContent,
  isDraft = false,
): Promise<Buffer | Error> {
  const before = triesBefore();
  if (before >= maxTries) return new Error("it was given up, since it ended its worker each time");
  try {
    return await counted(() =>
      Promise.race([typesetter.render(organizationId, content, isDraft), Context.current().cancelled]),
    );
  } finally {
    // The worker is still running, whatever the outcome was.
    countTries(before);
  }
}

const fileName = ({ kind, number, revision }: RevisionContent): string =>
  `${documentKindNames[kind]} ${number.replaceAll("/", "-")}${revision > 1 ? ` rev. ${revision}` : ""}.pdf`;
