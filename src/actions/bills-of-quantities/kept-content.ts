import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { BillNode } from "../../domain/bill.js";
import { conflict } from "../../domain/errors.js";
import { losesContent } from "../../domain/lost-lines.js";
import { italianTime } from "../../domain/time.js";
import type { ActionContext } from "../context.js";
import { type TouchedLink, updateBillLinks } from "./quote-links.js";
import { linksComingBack, putLinksBack } from "./restored-links.js";

interface Replaced {
  lineCount: number;
  /** what replaces the content, in Italian */
  before: string;
  links: readonly TouchedLink[];
}

/** So much of a bill's name stands in the title of what is kept. */
const maxShownName = 200;

/** Keeps what a locked bill held before the action changed it, so that it can be restored. */
export function keepContent(ctx: ActionContext, bill: BillOfQuantities, { lineCount, before, links }: Replaced): void {
  const lines = lineCount === 1 ? "1 voce" : `${lineCount.toLocaleString("it-IT")} voci`;
  const title = `${bill.name.slice(0, maxShownName)}: ${lines} prima ${before} delle ore ${italianTime(ctx.now, ctx.caller.timezone)}`;
  ctx.keepBillContent({ kind: "bill", recordId: bill.id, title }, JSON.stringify(links));
}

interface Kept {
  nodes: BillNode[];
  total: number;
  lineCount: number;
  links: TouchedLink[];
}

/**
 * Gives a bill back the content that a deletion keeps, with the links to quotes that were lost with it, and keeps in the same way what
 * that replaces.
 * @returns the ids of the links that came back
 * @throws conflict if the bill is gone
 */
export async function restoreContent(
  ctx: ActionContext,
  deletionId: string,
  billId: string,
): Promise<{ linkIds: string[] }> {
  await requireBill(ctx, billId);
  const bill = await ctx.lock(BillOfQuantities, { computoId: billId });
  const [kept] = await ctx.query<Kept>(
    `select nodes, total, line_count as "lineCount", links from deleted_content
     where organization_id = $1 and bill_id = $2 and deletion_id = $3`,
    billId,
    deletionId,
  );
  if (!kept) throw new Error(`The deletion ${deletionId} keeps no content`);
  const { links, ...content } = kept;
  const before = { nodes: bill.nodes, lineCount: bill.lineCount };
  ctx.update(bill, content);
  const coming = await linksComingBack(ctx, bill, links);
  const touched = await updateBillLinks(ctx, bill, coming.newIndex);
  const linkIds = await putLinksBack(ctx, bill, coming.removed);
  await ctx.execute("delete from deletion where organization_id = $1 and id = $2", deletionId);
  if (losesContent(before.nodes, bill.nodes))
    keepContent(ctx, bill, { lineCount: before.lineCount, before: "del ripristino", links: touched });
  return { linkIds };
}

/** @throws conflict if the bill is gone, naming the deletion with which it comes back */
async function requireBill(ctx: ActionContext, billId: string): Promise<void> {
  const [bill] = await ctx.query<{ isThere: boolean; deletionId: string | null }>(
    `select exists (select from bill_of_quantities where organization_id = $1 and id = $2) as "isThere",
       (select deletion_id from deleted_row
        where organization_id = $1 and table_name = 'bill_of_quantities' and row_id = $2 and content is not null limit 1) as "deletionId"`,
    billId,
  );
  if (bill?.isThere) return;
  throw conflict(
    bill?.deletionId
      ? `The content belongs to the bill ${billId}, which was deleted; restore that first, with restore_record and the deletionId ${bill.deletionId}.`
      : `The content belonged to the bill ${billId}, which is gone for good; it can't be restored without it.`,
  );
}
