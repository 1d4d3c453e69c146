import { billResult } from "../results.js";

/** A bill without its nodes, which may be many thousands and some megabytes. */
export const billSummary = billResult.omit({ nodes: true });
