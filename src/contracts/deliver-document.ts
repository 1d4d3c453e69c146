import type { WakeableContract } from "./workflow-contract.js";

export type DeliverDocumentInput = { organizationId: string; deliveryId: string };

/** The client answered; the document changed its status or project, was sent again or was deleted; or the reminder was closed. */
export const followUpChanged = { name: "followUpChanged" } as const;

/** The n-th delivery of a document. */
interface Key {
  documentId: string;
  n: number;
}

interface Subject extends Key {
  deliveryId: string;
  /** the number of the document, such as `2026/0001` */
  number: string;
  revision: number;
}

export const deliverDocument: WakeableContract<Key, Subject> = {
  type: "deliverDocument",
  wakeBy: followUpChanged,
  workflowId: ({ documentId, n }) => `deliver-document:${documentId}:${n}`,
  input: ({ organizationId, deliveryId }): DeliverDocumentInput => ({ organizationId, deliveryId }),
  summary: ({ number, revision }) => `Delivers a document, number ${number}, revision ${revision}`,
  recordId: ({ documentId }) => documentId,
};
