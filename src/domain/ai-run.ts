export const aiRunKinds = ["draft", "review"] as const;
export const aiRunStatuses = ["queued", "running", "done", "failed", "cancelled"] as const;
export type AiRunKind = (typeof aiRunKinds)[number];
export type AiRunStatus = (typeof aiRunStatuses)[number];

/** The fields of a document that a draft may change. */
export const draftedFields = ["body", "lineItems"] as const;
export type DraftedField = (typeof draftedFields)[number];

/** Which records beside the document its requester may see. The model is shown no others. */
export interface RunVisibility {
  priceBooks: boolean;
  /** bills of quantities of all projects, of the document's project alone, or none */
  bills: "all" | "project" | "none";
  /** more of the contact than the name, which stands on the document */
  contact: boolean;
  project: boolean;
}

/** Why a run failed. The message says what to do; it is stored with the run and shown to the requester. */
export interface RunFailure {
  code: RunFailureCode;
  message: string;
}

/** What the requester learns of an error in Pratica itself. */
export const internalFailure: RunFailure = {
  code: "stopped",
  message:
    "The run stopped because of an internal error, which is in the worker's log. The document is unchanged. Try again.",
};

export const runFailureCodes = [
  "not_configured",
  "model_unreachable",
  "model_busy",
  "model_slow",
  "model_refused",
  "model_answer_cut",
  "model_answer_invalid",
  "document_changed",
  "document_closed",
  "stopped",
] as const;
export type RunFailureCode = (typeof runFailureCodes)[number];
