import { z } from "zod";
import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { type BillNode, billLimits } from "../../domain/bill.js";
import type { Scope } from "../../domain/bill-warnings/bill-warnings.js";
import { invalidInput } from "../../domain/errors.js";
import { losesContent } from "../../domain/lost-lines.js";
import type { ActionContext } from "../context.js";
import { omitted } from "../embedded-records.js";
import { billResult, quoteLinkResult } from "../results.js";
import { keepContent } from "./kept-content.js";
import { blamed, computeCheckedBill } from "./nodes.js";
import { type NewIndex, presentLinks, updateBillLinks } from "./quote-links.js";
import { differences, replacedNodes } from "./replaced-nodes.js";
import { warnings, warningsOf } from "./warnings.js";

/** A bill after its lines were changed. */
export const changedBill = billResult.extend({
  removedLinks: z.array(quoteLinkResult).describe("links that were removed because the bill has no such line any more"),
  warnings,
  omitted,
});

/** A line of a bill as it is stored, with its computed figures. */
export const billLine = z.looseObject({ type: z.literal("line") });

interface Change {
  /** the text of the nodes that are replaced as a whole, where it was read; then the new nodes are the call's own, and were checked */
  stored?: string;
  /** the stored nodes of which warnings are wanted */
  scopeOf?: (stored: BillNode[]) => Scope;
  /** unset: the lines were replaced as a whole */
  newIndex?: NewIndex;
  /** the pointer to what was sent, where it isn't the nodes themselves */
  culprit?: string;
  /** the pointer to a line whose measurements were sent, by its new index */
  pointerToSent?: (index: number) => string | undefined;
  /** what the lines are replaced by, in Italian, where the content before is kept if any of it is lost */
  before?: string;
}

/**
 * Stores the changed nodes of a locked bill, and lets its links follow their lines.
 * @throws invalid_input if the bill would become too large, or a row that was sent repeats no line or itself
 */
export async function storeNodes(
  ctx: ActionContext,
  bill: BillOfQuantities,
  nodes: BillNode[],
  { stored, scopeOf, newIndex, culprit, before, pointerToSent }: Change,
) {
  const isOwn = stored !== undefined;
  const violations = isOwn ? [] : billLimits(nodes, "/lines");
  if (violations.length > 0) throw invalidInput(blamed(violations, culprit));
  const { lineCount, quantityDecimals } = bill;
  const computed = computeCheckedBill(nodes, "/lines", { culprit, quantityDecimals, pointerToSent, isOwn });
  const changed = isOwn ? differences(stored, computed.nodes) : { before: bill.nodes, after: computed.nodes };
  if (isOwn) bill.nodes = replacedNodes(stored, computed.nodes, changed);
  ctx.update(bill, computed);
  const touched = await updateBillLinks(ctx, bill, newIndex);
  if (before && losesContent(changed.before, changed.after))
    keepContent(ctx, bill, { lineCount, before, links: touched });
  const removed = touched.filter(({ movedTo }) => movedTo === null);
  return {
    ...bill,
    removedLinks: await presentLinks(ctx, removed),
    warnings: scopeOf ? await warningsOf(ctx, bill, scopeOf(bill.nodes)) : [],
  };
}
