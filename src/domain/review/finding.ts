import type { ReviewInput } from "./input.js";

export const severities = ["error", "warning", "info"] as const;
export const findingCategories = ["pricing", "missing_detail", "legal", "formal", "readability"] as const;
export type Severity = (typeof severities)[number];
export type FindingCategory = (typeof findingCategories)[number];

/** One thing to correct before a document is issued. Message and suggestion are Italian, for the document's author. */
export interface Finding {
  severity: Severity;
  category: FindingCategory;
  /** begins with the id of its check: `R05_DUPLICATE_LINE` */
  code: string;
  /** JSON Pointer into the document: `/lineItems/3/price` */
  field: string;
  message: string;
  suggestion: string;
}

/** A fixed check; it may find several things, or none. The same input always gives the same findings, in the same order. */
export type Check = (input: ReviewInput) => Finding | Finding[];
