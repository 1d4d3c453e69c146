import { Document } from "../../db/entities/document.js";
import type { QuoteLink } from "../../db/entities/quote-link.js";
import { updateDocumentLinks } from "../../db/quote-links.js";
import { italianTime } from "../../domain/calendar/italian-dates.js";
import type { DocumentSection } from "../../domain/documents/document-sections.js";
import { losesLines, losesText } from "../../domain/documents/lost-lines.js";
import type { LineItem } from "../../domain/documents/revision.js";
import { linesInItalian } from "../../domain/italian-names.js";
import { same } from "../../domain/same.js";
import { holdsText } from "../../domain/text/occurrences.js";
import { shortened } from "../../domain/text/shortened.js";
import type { ActionContext } from "../context.js";
import { takeContent } from "../deletions/take-content.js";
import { requireEditable } from "./fields.js";
import { lockBillsOf, putDocumentLinksBack } from "./restored-links.js";

/** The content that a restore brings back: what takes long to write again. */
type Content = Pick<Document, "body" | "lineItems">;

interface Replaced {
  was: Content;
  /** names, in Italian, the change that replaces the content */
  before: string;
  links: readonly QuoteLink[];
}

/** A longer title is cut short in the title of what is kept. */
const maxShownTitle = 200;

export const losesContent = (was: Content, is: Content): boolean =>
  losesLines(was.lineItems, is.lineItems) || losesText(was.body, is.body);

/** Whether text that was there is there no more, or the lines are others than they were: as they were a colleague may have just written them. */
export const replacesContent = (was: Content, is: Content): boolean =>
  !holdsText(is.body ?? "", was.body ?? "") || (was.lineItems.length > 0 && !same(was.lineItems, is.lineItems));

/** Keeps a document's content from before the action changed it, so that it can be restored. */
export function keepContent(ctx: ActionContext, document: Document, { was, before, links }: Replaced): void {
  const count = was.lineItems.length;
  const held = [count > 0 && linesInItalian(count), was.body && (count > 0 ? "testo" : "il testo")]
    .filter(Boolean)
    .join(" e ");
  const time = italianTime(ctx.now, ctx.caller.timezone);
  const title = `${shortened(document.title, maxShownTitle)}: ${held} prima ${before} delle ore ${time}`;
  ctx.keepContent({ kind: "document", recordId: document.id, title }, JSON.stringify(links));
}

interface Kept {
  /** `sections` is absent from content kept by an earlier release */
  nodes: { body: string | null; lineItems: LineItem[]; sections?: DocumentSection[] };
  links: QuoteLink[];
}

/**
 * Gives a draft back the content that a deletion keeps, with the links to bills that were lost with it. The content that this replaces is
 * kept in the same way.
 * @returns the ids of the restored links
 * @throws conflict if the document is gone, or neither in draft nor under review
 */
export async function restoreDocumentContent(
  ctx: ActionContext,
  deletionId: string,
  docId: string,
): Promise<{ linkIds: string[] }> {
  const kept = await takeContent<Kept>(ctx, "document", docId, deletionId);
  // Bills are locked before the document, as everywhere.
  const bills = await lockBillsOf(ctx, kept.links);
  const document = await ctx.lock(Document, { docId });
  requireEditable(document);
  const was = { body: document.body, lineItems: document.lineItems };
  ctx.update(document, { ...kept.nodes, sections: kept.nodes.sections ?? [] });
  const links = await updateDocumentLinks(ctx, docId, was.lineItems, document.lineItems);
  const linkIds = await putDocumentLinksBack(ctx, document, bills, kept.links);
  if (replacesContent(was, document)) keepContent(ctx, document, { was, before: "del ripristino", links });
  return { linkIds };
}
