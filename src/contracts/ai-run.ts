import type { AiRunKind } from "../domain/ai-run.js";
import type { WakeableContract } from "./workflow-contract.js";

/** A request to a language model about a document. Its row holds the rest. */
export type AiRunInput = { organizationId: string; runId: string };

/** The document was deleted, and the run's row with it, so nobody waits for an answer any more. */
export const documentDeleted = { name: "documentDeleted" } as const;
/** Sent together with a start, to replace a workflow that was lost. A workflow that is still open ignores it. */
export const runLost = { name: "runLost" } as const;

/** The n-th run of one kind about a document. */
interface Key {
  documentId: string;
  n: number;
}

interface Subject extends Key {
  runId: string;
}

const runContract = (type: string, idPrefix: string, summary: string): WakeableContract<Key, Subject> => ({
  type,
  wakeBy: runLost,
  workflowId: ({ documentId, n }) => `${idPrefix}:${documentId}:${n}`,
  input: ({ organizationId, runId }): AiRunInput => ({ organizationId, runId }),
  summary: () => summary,
  recordId: ({ documentId }) => documentId,
});

/** For each kind of run, the workflow that carries it out. */
export const aiRunWorkflows: Record<AiRunKind, WakeableContract<Key, Subject>> = {
  draft: runContract("draftDocument", "draft-document", "Drafts a document with a language model"),
  review: runContract("reviewDocument", "review-document", "Reviews a document with a language model"),
};
