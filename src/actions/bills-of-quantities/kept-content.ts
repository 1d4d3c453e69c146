import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { type BillNode, sharesOf } from "../../domain/bill/bill.js";
import { italianTime } from "../../domain/calendar/italian-dates.js";
import { losesNodes } from "../../domain/documents/lost-lines.js";
import { linesInItalian } from "../../domain/italian-names.js";
import { shortened } from "../../domain/text/shortened.js";
import type { ActionContext } from "../context.js";
import { takeContent } from "../deletions/take-content.js";
import { type TouchedLink, updateBillLinks } from "./quote-links.js";
import { linksComingBack, putLinksBack } from "./restored-links.js";

interface Replaced {
  lineCount: number;
  /** names, in Italian, the change that replaces the content */
  before: string;
  links: readonly TouchedLink[];
}

/** A longer name is cut short in the title of what is kept. */
const maxShownName = 200;

/** Keeps the content of a locked bill from before the action changed it, so that it can be restored. */
export function keepContent(ctx: ActionContext, bill: BillOfQuantities, { lineCount, before, links }: Replaced): void {
  const title = `${shortened(bill.name, maxShownName)}: ${linesInItalian(lineCount)} prima ${before} delle ore ${italianTime(ctx.now, ctx.caller.timezone)}`;
  ctx.keepContent({ kind: "bill", recordId: bill.id, title }, JSON.stringify(links));
}

interface Kept {
  nodes: BillNode[];
  total: number;
  lineCount: number;
  links: TouchedLink[];
}

/**
 * Gives a bill back the content that a deletion keeps, with the links to quotes that were lost with it. The content that this replaces is
 * kept in the same way.
 * @returns the ids of the restored links
 * @throws conflict if the bill is gone
 */
export async function restoreContent(
  ctx: ActionContext,
  deletionId: string,
  billId: string,
): Promise<{ linkIds: string[] }> {
  const { links, ...content } = await takeContent<Kept>(ctx, "bill", billId, deletionId);
  const bill = await ctx.lock(BillOfQuantities, { computoId: billId });
  const before = { nodes: bill.nodes, lineCount: bill.lineCount };
  ctx.update(bill, { ...content, computed: sharesOf(content.nodes) });
  const coming = await linksComingBack(ctx, bill, before.nodes, links);
  const touched = await updateBillLinks(ctx, bill, coming.newIndex);
  const linkIds = await putLinksBack(ctx, bill, coming.removed);
  if (losesNodes(before.nodes, bill.nodes))
    keepContent(ctx, bill, { lineCount: before.lineCount, before: "del ripristino", links: touched });
  return { linkIds };
}
