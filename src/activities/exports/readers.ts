import type { ExportKind, OrderOf } from "../../domain/exports.js";
import type { Shared } from "../dependencies.js";
import { readBillExport } from "./read-bill.js";
import { readComparison } from "./read-comparison.js";
import type { ContentOf } from "./writers.js";

/** Reads what an export shows; null: it was deleted meanwhile. */
export type ReadExport<K extends ExportKind> = (
  deps: Shared,
  organizationId: string,
  order: OrderOf<K>,
) => Promise<ContentOf<K> | null>;

/** How each kind of export reads its rows, in the worker's main thread; what takes longer is up to its writer. */
export const readers: { [K in ExportKind]: ReadExport<K> } = {
  bill: readBillExport,
  quote_comparison: readComparison,
};
