import { type BillNode, linesOf } from "./bill.js";
import { listAt, type Spot, withList, withoutNodes } from "./bill-edit.js";
import { withRepeatsMoved } from "./moved-repeats.js";

/**
 * The nodes with some of them moved together, in the given order, to one place, which none of them holds. Rows still repeat the same
 * lines.
 * @returns also what gives the new index of a line by its old one
 */
export function withNodesMoved(
  nodes: BillNode[],
  moved: readonly BillNode[],
  { path, place }: Spot,
): { nodes: BillNode[]; newIndex: (index: number) => number | null } {
  // Copies arrive before the nodes leave, so that the place stays where it is.
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
