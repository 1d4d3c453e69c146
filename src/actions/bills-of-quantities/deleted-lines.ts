import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { BillNode } from "../../domain/bill/bill.js";
import { type EndedRepeat, withoutLines, withRepeatsMoved } from "../../domain/bill/moved-repeats.js";
import { WarningCollector } from "../../domain/bill-warnings/collector.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";
import { storeNodes } from "./changed-bill.js";

interface Request {
  /** the pointer to what was sent */
  culprit: string;
  /** the pointer to what says that a line is deleted, by its index */
  pointerTo: (index: number) => string;
  /** the nodes without what else goes, where the lines are gone already and all sections still there */
  without?: (nodes: BillNode[]) => BillNode[];
}

/**
 * Stores a locked bill without some of its lines, and keeps what it held before. Links to these are removed; the others, and rows that
 * repeat a line, follow their lines.
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

/** The nodes of a bill without some of its lines, where rows that repeat a line follow it. */
export function nodesWithout(nodes: BillNode[], deleted: ReadonlySet<number>, lineCount: number): BillNode[] {
  const newIndexes = indexesWithout(deleted, lineCount);
  return withRepeatsMoved(withoutLines(nodes, deleted).nodes, (index) => newIndexes[index] ?? null);
}

/** For each old index the new one; null: the line is deleted. */
function indexesWithout(deleted: ReadonlySet<number>, lineCount: number): (number | null)[] {
  let next = 0;
  return Array.from({ length: lineCount }, (_, index) => (deleted.has(index) ? null : next++));
}

/** Says which rows count as a number now what a deleted line said. */
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
