import type { ComparedLink, ComparedQuote } from "../../../domain/documents/quote-offers.js";
import type { ComparisonFormat } from "../../../domain/exports.js";
import type { BillContent } from "../bill/write-bill.js";

/** What the file of a comparison is made of. */
export interface ComparisonContent extends Omit<BillContent, "format" | "document" | "prices"> {
  format: ComparisonFormat;
  quotes: ComparedQuote[];
  links: ComparedLink[];
}
