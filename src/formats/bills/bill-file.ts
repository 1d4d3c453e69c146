import type { BillNode } from "../../domain/bill/bill.js";
import type { FormatWarning } from "../format-warning.js";

export type BillFormat = "xpwe" | "six" | "xlsx" | "csv";

/** A bill of quantities as a file holds it. */
export interface BillFile {
  format: BillFormat;
  /** what the file calls the bill; null where it doesn't */
  name: string | null;
  nodes: BillNode[];
  /** the decimals of quantities that the file states; null: 2 */
  quantityDecimals: number | null;
  /** all measurement rows: notes and partials too */
  measurements: number;
  /** euro; what the file says its total is, null where it says nothing */
  totalInFile: number | null;
  /** the first ones, if there are thousands */
  warnings: FormatWarning[];
  /** the count of all warnings */
  warningCount: number;
}
