import { type BillNode, linesOf } from "./bill.js";
import { listAt, type Spot, withList, withoutNodes } from "./bill-edit.js";
import { withRepeatsMoved } from "./moved-repeats.js";

/**
 * The nodes with some of them moved together, in the given order, to one place that none of them contains. Rows still repeat the same
 * lines.
 * @returns `nodes`, and `newIndex`, which maps a line's old index to its new one
 */
export function withNodesMoved(
  nodes: BillNode[],
  moved: readonly BillNode[],
  { path, place }: Spot,
): { nodes: BillNode[]; newIndex: (index: number) => number | null } {
  // Copies are inserted before the nodes are removed, so that the place doesn't shift.
  const arriving = new Map(moved.map((node) => [{ ...node }, node]));
  const list = listAt(nodes, path).toSpliced(place, 0, ...arriving.keys());
  const after = withoutNodes(withList(nodes, path, list), new Set(moved));
  const oldIndexes = new Map(linesOf(nodes).map((line, index) => [line, index]));
  const newIndexes: number[] = [];
  for (const [index, line] of linesOf(after).entries())
    newIndexes[oldIndexes.get(arriving.get(line) ?? line) as number] = index;
  const newIndex = (index: number) => newIndexes[index] ?? null;
  return { nodes: withRepeatsMoved(after, newIndex), newIndex };
}
