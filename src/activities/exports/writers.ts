import type { ExportKind } from "../../domain/exports.js";
import type { ComparisonContent } from "./comparison-content.js";
import type { MadeFile } from "./made-file.js";
import { type BillContent, writeBillExport } from "./write-bill.js";
import { writeComparison } from "./write-comparison.js";

/** What each kind of export is made of: what a reader gives and a thread takes over. */
interface Contents {
  bill: BillContent;
  quote_comparison: ComparisonContent;
}
export type ContentOf<K extends ExportKind> = Contents[K];

/** How each kind of export becomes a file. They run in a thread of their own. */
export const writers: { [K in ExportKind]: (content: ContentOf<K>) => Promise<MadeFile> } = {
  bill: writeBillExport,
  quote_comparison: writeComparison,
};
