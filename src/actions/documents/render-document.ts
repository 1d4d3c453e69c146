import { z } from "zod";
import { renderDocument } from "../../contracts/render-document.js";
import { Document } from "../../db/entities/document.js";
import { DocumentRevision } from "../../db/entities/document-revision.js";
import { StoredFile } from "../../db/entities/stored-file.js";
import { newId } from "../../db/new-id.js";
import { isPrintable } from "../../domain/documents/revision.js";
import { notFound, unprocessable } from "../../domain/errors.js";
import { divideIt } from "../../domain/review/checks/r33-length.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { fileResult } from "../files/fields.js";
import { finishWithFile, refuseTooMany, withLink } from "../files/rendering.js";
import { docId } from "./fields.js";
import { draftContent } from "./freeze.js";

export const renderDocumentAction = defineAction({
  name: "render_document",
  title: { en: "Render a document as a PDF", it: "Genera il PDF di un documento" },
  description:
    "Makes the PDF of a document's latest or given revision, the same file that is sent. For a document that was never issued, or with revision null, it makes a PDF of the working copy, marked BOZZA on every page, without a contact or project that the caller may not view, and kept for a day. The url downloads the file for 15 minutes without credentials.",
  area: "documents",
  permissions: ["documents:view"],
  effect: "create",
  addition: true,

  input: z.strictObject({
    docId,
    revision: z
      .int32()
      .min(1)
      .nullable()
      .describe("which revision; absent: the latest, null: the working copy")
      .optional(),
  }),
  result: z.object({
    file: fileResult.nullable().describe("null only while it takes longer than a minute: call again"),
    url: z.string().nullable(),
    workflowId: z.string().optional().describe("what makes the PDF, where it had to be made"),
  }),

  async run({ docId, revision }, ctx) {
    const document = await ctx.load(Document, { docId });
    const issued = await revisionOf(ctx, document, revision);
    const stored = issued && (await storedPdf(ctx, issued.id));
    if (stored) return withLink(ctx, stored);
    const workflowId = await orderRendering(ctx, document, issued);
    return { file: null, url: null, workflowId };
  },

  finish: finishWithFile("PDF"),
});

/** The requested revision; null: the working copy. @throws not_found */
async function revisionOf(
  ctx: ActionContext,
  document: Document,
  asked: number | null | undefined,
): Promise<DocumentRevision | null> {
  const revision = asked === undefined ? document.latestRevision : asked;
  if (revision === null || (revision === 0 && asked === undefined)) return null;
  const [issued] = await ctx.all(DocumentRevision, { documentId: document.id, revision });
  if (!issued) throw notFound("revision", String(revision));
  return issued;
}

async function storedPdf(ctx: ActionContext, revisionId: string): Promise<StoredFile | null> {
  const [pdf] = await ctx.query<{ fileId: string }>(
    `select file_id as "fileId" from revision_pdf where organization_id = $1 and revision_id = $2`,
    revisionId,
  );
  return pdf ? ctx.follow(StoredFile, pdf.fileId) : null;
}

/** @returns the workflow that makes the PDF @throws unprocessable for a document that couldn't be sent either; rate_limited */
async function orderRendering(
  ctx: ActionContext,
  document: Document,
  issued: DocumentRevision | null,
): Promise<string> {
  const content = issued?.content ?? (await draftContent(ctx, document));
  if (!isPrintable(content)) throw unprocessable(`The document is too long to become a PDF. ${divideIt}`);
  await refuseTooMany(ctx);
  const renderingId = newId();
  const { id: documentId, projectId } = document;
  // Kept when the content isn't any more: who may not view them doesn't find the file.
  const shows = { project: content.project !== null, client: content.counterparty !== null };
  await ctx.execute(
    `insert into rendering (organization_id, id, document_id, project_id, revision_id, draft, export, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    renderingId,
    documentId,
    projectId,
    issued?.id ?? null,
    issued ? null : JSON.stringify(content),
    issued ? null : JSON.stringify({ kind: "draft", shows }),
    ctx.now,
  );
  return ctx.start(renderDocument, { renderingId, projectId });
}
