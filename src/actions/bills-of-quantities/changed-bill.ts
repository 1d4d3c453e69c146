import { z } from "zod";
import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { type BillNode, billLimits } from "../../domain/bill.js";
import type { Scope } from "../../domain/bill-warnings/bill-warnings.js";
import { invalidInput } from "../../domain/errors.js";
import type { ActionContext } from "../context.js";
import { omitted } from "../embedded-records.js";
import { billResult, quoteLinkResult } from "../results.js";
import { computeCheckedBill } from "./nodes.js";
import { type NewIndex, presentLinks, updateBillLinks } from "./quote-links.js";
import { warnings, warningsOf } from "./warnings.js";

/** A bill after its lines were changed. */
export const changedBill = billResult.extend({
  removedLinks: z.array(quoteLinkResult).describe("links that were removed because the bill has no such line any more"),
  warnings,
  omitted,
});

/** A line of a bill as it is stored, with its computed figures. */
export const billLine = z.looseObject({ type: z.literal("line") });

/**
 * Stores the changed nodes of a locked bill, and lets its links follow their lines.
 * @param newIndex unset: the lines were replaced as a whole
 * @param scopeOf says of which of the stored nodes warnings are wanted
 * @throws invalid_input if the bill would become too large
 */
export async function storeNodes(
  ctx: ActionContext,
  bill: BillOfQuantities,
  nodes: BillNode[],
  scopeOf: (stored: BillNode[]) => Scope | null,
  newIndex?: NewIndex,
) {
  const violations = billLimits(nodes, "/lines");
  if (violations.length > 0) throw invalidInput(violations);
  ctx.update(bill, computeCheckedBill(nodes, "/lines"));
  const removed = await updateBillLinks(ctx, bill, newIndex);
  const scope = scopeOf(bill.nodes);
  return {
    ...bill,
    removedLinks: await presentLinks(ctx, removed),
    warnings: scope === null ? [] : await warningsOf(ctx, bill, scope),
  };
}
