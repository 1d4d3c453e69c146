import { type Rights, reachOf } from "./permissions.js";

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

/** Which records the model may be shown on behalf of somebody with these rights. */
export const visibilityOf = (rights: Rights): RunVisibility => {
  const bills = reachOf(rights, "bills_of_quantities:view");
  return {
    priceBooks: reachOf(rights, "price_books:view") === "organization",
    bills: bills === "organization" ? "all" : bills === "shared" ? "project" : "none",
    contact: reachOf(rights, "contacts:view") === "organization",
    project: reachOf(rights, "projects:view") !== "none",
  };
};

const billsByReach: RunVisibility["bills"][] = ["none", "project", "all"];

/** Whether everyone who may see the one may see all of the other. */
export const covers = (one: RunVisibility, other: RunVisibility): boolean =>
  (["priceBooks", "contact", "project"] as const).every((records) => one[records] || !other[records]) &&
  billsByReach.indexOf(one.bills) >= billsByReach.indexOf(other.bills);

/** Why a run failed. The message says what to do; it is stored with the run and shown to the requester. */
export interface RunFailure {
  code: RunFailureCode;
  message: string;
}

/** What the requester is told of an error in Pratica itself. */
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
