import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { Document } from "../../db/entities/document.js";
import { QuoteLink } from "../../db/entities/quote-link.js";
import { quoteLineFingerprint } from "../../domain/documents/quote-line.js";
import { invalidInput, unprocessable } from "../../domain/errors.js";
import { defineAction } from "../action.js";
import { id, integer } from "../schemas.js";
import { computoId } from "./nodes.js";
import { outOfRange } from "./places.js";
import { fingerprintAt, presentLink } from "./quote-links.js";
import { quoteLinkResult } from "./results.js";

export const linkQuoteLine = defineAction({
  name: "link_quote_line",
  title: { en: "Link a quote line to a bill line", it: "Collega una riga di preventivo al computo" },
  description:
    "Records that a line of a quote covers a line of a bill of quantities. A quote line may cover several bill lines, and several quotes the same bill line. The quote must belong to the bill's project or to none. Linking the same pair again returns the same link.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "create",
  idempotent: true,

  input: z.strictObject({
    computoId,
    docId: id("the quote"),
    computoLineIndex: integer(
      "index of the bill's line, from 0, depth first, not counting sections; null: the whole bill as a lump sum",
    ).nullable(),
    docLineIndex: integer("index of the quote's line item, from 0; null: the quote's total as a lump sum").nullable(),
  }),
  result: quoteLinkResult,

  async run({ computoId, docId, computoLineIndex, docLineIndex }, ctx) {
    // Locked, so that the lines can't change before the link that must follow them exists. All code locks bills before documents.
    const bill = await ctx.lock(BillOfQuantities, { computoId });
    const document = await ctx.lock(Document, { docId });
    const fingerprint = fingerprintAt(bill.nodes, computoLineIndex);
    const docLine = docLineIndex === null ? null : document.lineItems[docLineIndex];
    const errors = [
      ...(fingerprint === undefined ? [outOfRange("/computoLineIndex", "bill", bill.lineCount)] : []),
      ...(docLine === undefined ? [outOfRange("/docLineIndex", "document", document.lineItems.length)] : []),
    ];
    if (fingerprint === undefined || docLine === undefined) throw invalidInput(errors);
    checkQuoteFor(bill, document);

    const pair = { computoId: bill.id, docId: document.id, computoLineIndex, docLineIndex };
    const lineStates = {
      lineFingerprint: fingerprint,
      stale: false,
      docLineFingerprint: docLine && quoteLineFingerprint(docLine),
      docLineStale: false,
    };
    const [existing] = await ctx.all(QuoteLink, pair);
    if (existing) return presentLink(ctx.update(existing, lineStates));
    return presentLink(ctx.insert(QuoteLink, { projectId: bill.projectId, ...pair, ...lineStates }));
  },
});

/** @throws unprocessable for a document that isn't a quote, or belongs to another project */
function checkQuoteFor(bill: BillOfQuantities, { kind, projectId }: Document): void {
  if (kind !== "preventivo")
    throw unprocessable(`docId is a document of kind ${kind}; only a quote (preventivo) covers lines of a bill.`);
  if (projectId !== null && projectId !== bill.projectId)
    throw unprocessable(
      "docId is a quote for another project than the bill's; move it to that project, or link another.",
    );
}
