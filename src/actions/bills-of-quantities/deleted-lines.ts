import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { BillNode } from "../../domain/bill/bill.js";
import { type EndedRepeat, withoutLines, withRepeatsMoved } from "../../domain/bill/moved-repeats.js";
import { WarningCollector } from "../../domain/bill-warnings/collector.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";
import { storeNodes } from "./changed-bill.js";

interface Request {
  /** the pointer to the part of the request at fault */
  culprit: string;
  /** the pointer to the part of the request that deletes a line, by its index */
  pointerTo: (index: number) => string;
  /** removes whatever else is deleted; it gets the nodes after the lines were removed, with all sections still there */
  without?: (nodes: BillNode[]) => BillNode[];
}

/**
 * Stores a locked bill without some of its lines, and keeps its earlier content. Links to the deleted lines are removed. Other links, and
 * rows that repeat a line, follow their lines.
 */
export async function storeWithoutLines(
  ctx: ActionContext,
  bill: BillOfQuantities,
  deleted: ReadonlySet<number>,
  { culprit, pointerTo, without = (nodes) => nodes }: Request,
) {
  const newIndexes = indexesWithout(deleted, bill.lineCount);
  const { nodes, ended } = withoutLines(bill.nodes, deleted);
  const newIndex = (index: number) => newIndexes[index] ?? null;
  const stored = await storeNodes(ctx, bill, withRepeatsMoved(without(nodes), newIndex), {
    newIndex,
    culprit,
    before: "dell'eliminazione",
  });
  return { ...stored, warnings: [...stored.warnings, ...warningsOfEnded(ended, newIndexes, pointerTo)] };
}

/** The nodes of a bill without some of its lines; rows that repeat a line follow it. */
export function nodesWithout(nodes: BillNode[], deleted: ReadonlySet<number>, lineCount: number): BillNode[] {
  const newIndexes = indexesWithout(deleted, lineCount);
  return withRepeatsMoved(withoutLines(nodes, deleted).nodes, (index) => newIndexes[index] ?? null);
}

/** The new index of each old one; null: the line is deleted. */
function indexesWithout(deleted: ReadonlySet<number>, lineCount: number): (number | null)[] {
  let next = 0;
  return Array.from({ length: lineCount }, (_, index) => (deleted.has(index) ? null : next++));
}

/** Warns of rows that repeated a deleted line and now hold its quantity as a number. */
function warningsOfEnded(
  ended: readonly EndedRepeat[],
  newIndexes: readonly (number | null)[],
  pointerTo: (index: number) => string,
): Warning[] {
  const collector = new WarningCollector();
  for (const { index, row, deleted } of ended)
    collector.add(
      "repeated_line_deleted",
      () => pointerTo(deleted),
      () => ({
        detail: `Measurement ${row} of line ${newIndexes[index]} repeated line ${deleted}, which was deleted: it now holds that quantity as a number.`,
        suggestion: "Check whether it should still count.",
      }),
    );
  return collector.warnings();
}
