import { z } from "zod";
import { recordOf } from "../record-areas.js";
import { leftOutIfNull, recordFields } from "../results.js";
import { withShortcut } from "../with-shortcut.js";

/** Loose at every level, so that parsing drops nothing: an answer has the same node objects that are stored, whose text is known. */
export const storedNode = z.looseObject({ type: z.enum(["line", "section"]) });
const storedNodes = withShortcut(
  z.array(storedNode).describe("as saved, each with its computed figures"),
  (nodes) => nodes as never,
);

export const billResult = z.object({
  ...recordFields,
  projectId: z.string(),
  name: z.string(),
  nodes: storedNodes,
  total: z.number().describe("euro"),
  lineCount: z.number(),
  computed: leftOutIfNull(z.object({ labour: z.number(), safety: z.number() })).describe(
    "parts of the total in euro, where lines say labourPct or safety",
  ),
  quantityDecimals: leftOutIfNull(z.number()).describe("decimals of quantities in an imported bill; absent: 2"),
});

export const quoteLinkResult = z.object({
  linkId: z.string(),
  computoId: z.string(),
  docId: z.string(),
  computoLineIndex: z.number().nullable(),
  docLineIndex: z.number().nullable(),
});

recordOf(billResult, "bills_of_quantities");
recordOf(quoteLinkResult, "bills_of_quantities", "documents");

/** A bill without its nodes, which may be many thousands and some megabytes. */
export const billSummary = recordOf(billResult.omit({ nodes: true }), "bills_of_quantities");
