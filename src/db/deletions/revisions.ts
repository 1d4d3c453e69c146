import { type RevisionContent, revisionSha256 } from "../../domain/documents/revision.js";
import type { UnitOfWork } from "../unit-of-work.js";

/** Revisions come back as they were issued. @throws Error otherwise: then nothing is restored */
export async function checkRevisions(
  unit: UnitOfWork,
  organizationId: string,
  restored: readonly { table: string; id: string }[],
): Promise<void> {
  const ids = restored.filter(({ table }) => table === "document_revision").map(({ id }) => id);
  if (ids.length === 0) return;
  const revisions = await unit.query<{ id: string; sha256: string; content: RevisionContent }>(
    "select id, sha256, content from document_revision where organization_id = $1 and id = any($2)",
    [organizationId, ids],
  );
  const changed = revisions.filter(({ content, sha256 }) => revisionSha256(content) !== sha256);
  if (changed.length > 0)
    throw new Error(`These revisions are not as they were issued: ${changed.map(({ id }) => id)}`);
}
