/** One row of a line's measurement sheet: equal parts × length × width × height. */
export interface BillMeasurement {
  desc?: string | undefined;
  count?: number | undefined;
  length?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** an expression such as `3,20+1,15`, which wins over the number beside it */
  countExpression?: string | undefined;
  lengthExpression?: string | undefined;
  widthExpression?: string | undefined;
  heightExpression?: string | undefined;
  /** repeats the quantity of the line with this index, times `factor` (1 where absent) and the row's own factors */
  sameAs?: { line: number; factor?: number | undefined } | undefined;
  /** `partial` prints the running total of the rows above and adds nothing; `note` is text alone */
  kind?: "row" | "note" | "partial" | undefined;
  /** a deduction: the dimensions are positive, the row's quantity is negative */
  negative?: boolean | undefined;
  [extra: string]: unknown;
}

/** A node of a bill of quantities as its author sent it: a line (voce) or a section with children. */
export interface BillNode {
  type: "line" | "section";
  desc?: string | undefined;
  unit?: string | undefined;
  qty?: number | undefined;
  /** unit price in euro */
  price?: number | undefined;
  code?: string | undefined;
  /** unit price of the regional list, in euro */
  listPrice?: number | undefined;
  priceBook?: string | undefined;
  measurements?: BillMeasurement[] | undefined;
  /** share of labour in the price, percent */
  labourPct?: number | undefined;
  /** share of safety in the price, percent */
  safetyPct?: number | undefined;
  /** a cost of safety, which no discount touches */
  safety?: boolean | undefined;
  title?: string | undefined;
  children?: BillNode[] | undefined;
  [extra: string]: unknown;
}
