import type { ReviewInput } from "./input.js";

export const severities = ["error", "warning", "info"] as const;
export const findingCategories = ["pricing", "missing_detail", "legal", "formal", "readability"] as const;
export type Severity = (typeof severities)[number];
export type FindingCategory = (typeof findingCategories)[number];

/** One thing to correct before a document is issued. Message and suggestion are Italian, for the document's author. */
export interface Fault {
  severity: Severity;
  /** begins with the id of its check: `R05_DUPLICATE_LINE` */
  code: string;
  /** JSON Pointer into the document: `/lineItems/3/price` */
  field: string;
  message: string;
  suggestion: string;
}

/** A fault of a fixed check, or what a model found. */
export interface Finding extends Fault {
  category: FindingCategory;
}

/** A fixed check; it may find several faults, or none. The same input always gives the same faults, in the same order. */
export type Check = (input: ReviewInput) => Fault | Fault[];
