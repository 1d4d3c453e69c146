import type { BillNode } from "../../../../domain/bill/bill.js";
import type { WordyCell } from "../rows/sheet-row.js";
import type { StatedRow } from "./measurement.js";

/** A line and what the file states of it. */
export interface StatedLine {
  place: string;
  node: BillNode;
  quantity: number | null;
  amount: number | null;
  hasPriceColumn: boolean;
  /** in its own row and in that of its sum */
  words: WordyCell[];
  rows: StatedRow[];
}

/** What the file states, to be compared with what is counted. */
export interface Stated {
  lines: StatedLine[];
  sections: { place: string; node: BillNode; total: number }[];
  /** of all, as each sheet has it */
  totals: number[];
}
