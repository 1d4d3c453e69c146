import { type RenderDocumentInput, renderDocument } from "../../contracts/render-document.js";
import { byWorkflow } from "../../db/audit.js";
import { DocumentRevision } from "../../db/entities/document-revision.js";
import { tellOfEnd } from "../../db/tell-of-end.js";
import { transact } from "../../db/transact.js";
import { UnitOfWork } from "../../db/unit-of-work.js";
import { keptForADayMs } from "../../domain/calendar/durations.js";
import type { RevisionContent } from "../../domain/documents/revision.js";
import { documentKindNames } from "../../domain/italian-names.js";
import { addFile } from "../../files/files.js";
import type { Shared } from "../dependencies.js";
import { noPdf, revisionPdf, typeset } from "./revision-pdf.js";

interface Rendering {
  revisionId: string | null;
  projectId: string | null;
  draft: RevisionContent | null;
}

export const createRenderingActivities = (deps: Shared) => ({
  /** Makes the PDF that a rendering asks for, of an issued revision or of a draft. One that was made before isn't made again. */
  async makePdf({ organizationId, renderingId }: RenderDocumentInput): Promise<void> {
    const [rendering] = await deps.database.query<Rendering>(
      `select revision_id as "revisionId", project_id as "projectId", draft from rendering
       where organization_id = $1 and id = $2 and done_at is null`,
      [organizationId, renderingId],
    );
    if (!rendering) return;
    const end = async (outcome: { fileId: string | null; error: string | null }) => {
      await deps.database.query(
        `update rendering set file_id = $3, error = $4, done_at = now(), draft = null
         where organization_id = $1 and id = $2 and done_at is null`,
        [organizationId, renderingId, outcome.fileId, outcome.error],
      );
      await tellOfEnd(deps.database, renderDocument.workflowId({ renderingId }));
    };
    const pdf = await pdfOf(deps, organizationId, rendering);
    if (pdf instanceof Error) {
      deps.log.error({ err: pdf, renderingId }, "a document can't be set as a PDF");
      await end({ fileId: null, error: noPdf });
    } else await end({ fileId: pdf?.id ?? null, error: pdf === null ? "the document was deleted" : null });
  },
});

/** @returns null if its revision was deleted meanwhile; an Error if it can't be set */
async function pdfOf(
  deps: Shared,
  organizationId: string,
  { revisionId, projectId, draft }: Rendering,
): Promise<{ id: string } | Error | null> {
  if (draft === null) {
    const unit = new UnitOfWork(deps.database);
    const revision = await unit.find(DocumentRevision, organizationId, revisionId);
    return revision && revisionPdf(deps, revision);
  }
  const bytes = await typeset(deps, organizationId, draft, true);
  if (bytes instanceof Error) return bytes;
  const kept = await deps.files.put(organizationId, bytes);
  return transact(deps.database, byWorkflow(organizationId, "render_revision"), async (unit) =>
    addFile(unit, kept, {
      organizationId,
      name: `${documentKindNames[draft.kind]} (bozza).pdf`,
      contentType: "application/pdf",
      source: "export",
      projectId,
      expiresAt: new Date(unit.now.getTime() + keptForADayMs),
    }),
  );
}
