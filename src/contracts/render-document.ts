import type { WorkflowContract } from "./workflow-contract.js";

export type RenderDocumentInput = { organizationId: string; renderingId: string };

export const renderDocument: WorkflowContract<{ renderingId: string }> = {
  type: "renderDocument",
  workflowId: ({ renderingId }) => `render-document:${renderingId}`,
  input: ({ organizationId, renderingId }): RenderDocumentInput => ({ organizationId, renderingId }),
  summary: () => "Makes the PDF of a document",
  recordId: ({ renderingId }) => renderingId,
};
