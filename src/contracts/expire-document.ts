import type { WakeableContract } from "./workflow-contract.js";

export type ExpireDocumentInput = {
  organizationId: string;
  documentId: string;
  /** the revision that was issued */
  revision: number;
};

/** The document's status or project changed, or it was deleted. The workflow reads its row again. */
export const documentChanged = { name: "documentChanged" } as const;

export const expireDocument: WakeableContract<{ documentId: string; revision: number }> = {
  type: "expireDocument",
  wakeBy: documentChanged,
  workflowId: ({ documentId, revision }) => `expire-document:${documentId}:${revision}`,
  input: ({ organizationId, documentId, revision }): ExpireDocumentInput => ({ organizationId, documentId, revision }),
  summary: () => "Waits for the last day of an issued document",
  recordId: ({ documentId }) => documentId,
};
