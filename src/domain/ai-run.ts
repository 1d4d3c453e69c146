export const aiRunKinds = ["draft", "review"] as const;
export const aiRunStatuses = ["queued", "running", "done", "failed", "cancelled"] as const;
export type AiRunKind = (typeof aiRunKinds)[number];
export type AiRunStatus = (typeof aiRunStatuses)[number];

/** What a draft may change of a document. */
export const draftedFields = ["body", "lineItems"] as const;
export type DraftedField = (typeof draftedFields)[number];

/** What whoever asked for a run may see beside the document itself: the model is shown no more than that. */
export interface RunSight {
  priceBooks: boolean;
  /** bills of quantities: of all projects, of the document's alone, or none */
  bills: "all" | "project" | "none";
  /** more of the contact than the name that the document bears */
  contact: boolean;
  project: boolean;
}

/** Why a run failed. The message, which says what to do, is kept with the run and told to whoever asked. */
export interface RunFailure {
  code: RunFailureCode;
  message: string;
}

/** What is told of a fault of our own. */
export const brokeOff: RunFailure = {
  code: "stopped",
  message: "The run broke off, and the worker's log says why; the document is as it was. Ask again.",
};

export type RunFailureCode =
  | "not_configured"
  | "model_unreachable"
  | "model_busy"
  | "model_slow"
  | "model_refused"
  | "model_answer_cut"
  | "model_answer_invalid"
  | "document_changed"
  | "document_closed"
  | "stopped";
