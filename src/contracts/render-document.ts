import type { WorkflowContract } from "./workflow-contract.js";

export type RenderDocumentInput = { organizationId: string; renderingId: string };

/** Sent together with a start, to replace a workflow that was lost. An open workflow ignores it. */
export const renderAgain = { name: "renderAgain" } as const;

interface Key {
  renderingId: string;
}

export const renderDocument: WorkflowContract<Key> = {
  type: "renderDocument",
  wakeBy: renderAgain,
  workflowId: ({ renderingId }) => `render-document:${renderingId}`,
  input: ({ organizationId, renderingId }): RenderDocumentInput => ({ organizationId, renderingId }),
  summary: () => "Makes the PDF of a document",
  recordId: ({ renderingId }) => renderingId,
};
