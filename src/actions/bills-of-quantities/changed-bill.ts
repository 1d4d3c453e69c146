import { z } from "zod";
import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { type BillNode, billLimits, type ComputedBill } from "../../domain/bill/bill.js";
import type { Scope } from "../../domain/bill-warnings/bill-warnings.js";
import { losesNodes } from "../../domain/documents/lost-lines.js";
import { invalidInput } from "../../domain/errors.js";
import { changedByAnother } from "../changed-by-another.js";
import type { ActionContext } from "../context.js";
import { omitted } from "../embedded-records.js";
import { blamed, computeCheckedBill } from "./checked-bill.js";
import { keepContent } from "./kept-content.js";
import { type NewIndex, presentLinks, updateBillLinks } from "./quote-links.js";
import { type Differences, differences, replacedNodes, storedText, writtenNodes } from "./replaced-nodes.js";
import { billResult, quoteLinkResult } from "./results.js";
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
  /** whether the request replaces all nodes: the stored ones weren't read; the new ones belong to this call and are checked */
  isWhole?: boolean;
  /** selects the stored nodes to warn about */
  scopeOf?: (stored: BillNode[]) => Scope;
  /** unset: the lines were replaced as a whole */
  newIndex?: NewIndex;
  /** the pointer to the part of the request at fault, if that isn't the nodes themselves */
  culprit?: string;
  /** the pointer to a line whose measurements are in the request, by its new index */
  pointerToSent?: (index: number) => string | undefined;
  /** names the change, in Italian; if set, the earlier content is kept when any of it is lost */
  before?: string;
}

/** @returns the nodes before and after the change, as far as they may differ */
function changeNodes(ctx: ActionContext, bill: BillOfQuantities, compute: () => ComputedBill): Differences {
  const before = bill.nodes;
  ctx.update(bill, compute());
  return { before, after: bill.nodes };
}

/** Does work while a statement runs. An error waits for the statement too: a connection runs one at a time, and the rollback is next. */
async function besides<T>(statement: Promise<unknown>, work: () => T): Promise<T> {
  try {
    return work();
  } finally {
    await statement;
  }
}

/** Like `changeNodes`, for a bill whose nodes weren't read. */
async function replaceNodes(
  ctx: ActionContext,
  bill: BillOfQuantities,
  compute: () => ComputedBill,
): Promise<Differences> {
  // Postgres unpacks and sends the stored text while the new nodes are computed and written.
  const reading = storedText(ctx, bill.id);
  const [computed, texts] = await besides(reading, () => {
    const made = compute();
    return [made, writtenNodes(made.nodes)] as const;
  });
  const stored = await reading;
  const found = differences(stored, computed.nodes, texts);
  bill.nodes = replacedNodes(stored, computed.nodes, found);
  ctx.update(bill, computed);
  return found;
}

/**
 * Stores the changed nodes of a locked bill, and lets its links follow their lines.
 * @throws invalid_input if the bill would become too large, or a row in the request repeats its own line or one that doesn't exist
 */
export async function storeNodes(
  ctx: ActionContext,
  bill: BillOfQuantities,
  nodes: BillNode[],
  { isWhole = false, scopeOf, newIndex, culprit, before, pointerToSent }: Change,
) {
  const violations = isWhole ? [] : billLimits(nodes, "/lines");
  if (violations.length > 0) throw invalidInput(blamed(violations, culprit));
  const { lineCount, quantityDecimals } = bill;
  const changedBefore = isWhole ? [] : await changedByAnother(ctx, "bill", bill);
  const compute = () =>
    computeCheckedBill(nodes, "/lines", { culprit, quantityDecimals, pointerToSent, isOwn: isWhole });
  const changed = isWhole ? await replaceNodes(ctx, bill, compute) : changeNodes(ctx, bill, compute);
  const touched = await updateBillLinks(ctx, bill, newIndex);
  if (before && losesNodes(changed.before, changed.after))
    keepContent(ctx, bill, { lineCount, before, links: touched });
  const removed = touched.filter(({ movedTo }) => movedTo === null);
  return {
    ...bill,
    removedLinks: await presentLinks(ctx, removed),
    warnings: [...changedBefore, ...(scopeOf ? await warningsOf(ctx, bill, scopeOf(bill.nodes)) : [])],
  };
}
