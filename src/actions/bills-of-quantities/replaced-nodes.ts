import { rememberText, unparsed } from "../../db/json-text.js";
import type { BillNode } from "../../domain/bill.js";
import { same } from "../../domain/same.js";
import type { Selection } from "../record-queries.js";

/** Reads a bill that is to be replaced as a whole: its nodes as text. */
export const withNodesAsText: Selection = { without: ["nodes"], columns: [() => `t.nodes::text as "nodesText"`] };

export interface NodesText {
  nodesText: string;
}

/**
 * Where the stored nodes of a bill and those that replace them differ: what is the same at the beginning and at the end is found in the
 * text, and isn't parsed. The top nodes are compared, mostly sections. It remembers the text of the new nodes, which must not change any
 * more.
 */
export function differences(stored: string, nodes: BillNode[]): { before: BillNode[]; after: BillNode[] } {
  const texts = nodes.map((node) => JSON.stringify(node));
  rememberText(nodes, `[${texts.join(",")}]`);
  // Postgres keeps the text that was stored. Where that has blanks between the nodes, nothing is found to be the same. Slices are compared,
  // since `startsWith` takes several times as long.
  let [from, start] = [1, 0];
  for (; start < texts.length; start++) {
    const to = from + (texts[start] as string).length;
    if (stored.slice(from, to) !== texts[start] || !/[,\]]/.test(stored.charAt(to))) break;
    from = to + 1;
  }
  let [to, end] = [stored.length - 1, texts.length];
  for (; end > start; end--) {
    const comma = to - (texts[end - 1] as string).length - 1;
    if (comma < from - 1 || stored[comma] !== "," || stored.slice(comma + 1, to) !== texts[end - 1]) break;
    to = comma;
  }
  return { before: JSON.parse(`[${stored.slice(from, to)}]`) as BillNode[], after: nodes.slice(start, end) };
}

/** What stands for the stored nodes of a bill until they are replaced: the new ones where they say the same, so that nothing changes. */
export const replacedNodes = (
  stored: string,
  nodes: BillNode[],
  { before, after }: ReturnType<typeof differences>,
): BillNode[] => (same(before, after) ? nodes : (unparsed(stored) as BillNode[]));
