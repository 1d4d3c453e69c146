import { billResult } from "../results.js";

/** A bill without its nodes, which may be many thousands and some megabytes. */
export const billSummary = billResult.omit({ nodes: true });

/** The select list of a bill's summary, so that its nodes aren't even read. */
export const billSummaryColumns = `id, created_at as "createdAt", updated_at as "updatedAt", project_id as "projectId", name, total, line_count as "lineCount"`;
