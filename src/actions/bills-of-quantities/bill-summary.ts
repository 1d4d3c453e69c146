import { recordOf } from "../record-areas.js";
import { billResult } from "./results.js";

/** A bill without its nodes, which may be many thousands and some megabytes. */
export const billSummary = recordOf(billResult.omit({ nodes: true }), "bills_of_quantities");
