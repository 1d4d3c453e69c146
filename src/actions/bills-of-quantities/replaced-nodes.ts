import { rememberText, unparsed } from "../../db/json-text.js";
import type { BillNode } from "../../domain/bill/bill.js";
import { same } from "../../domain/same.js";
import type { ActionContext } from "../context.js";

/** The stored nodes of a bill as text, since parsing megabytes takes as long as computing them. */
export async function storedText(ctx: ActionContext, billId: string): Promise<string> {
  const [row] = await ctx.query<{ text: string }>(
    "select nodes::text as text from bill_of_quantities where organization_id = $1 and id = $2",
    billId,
  );
  return row?.text ?? "[]";
}

/** The JSON of each of these nodes. They must not change any more: they are stored and returned as this text. */
export function writtenNodes(nodes: BillNode[]): string[] {
  const texts = nodes.map((node) => JSON.stringify(node));
  rememberText(nodes, `[${texts.join(",")}]`);
  return texts;
}

/** The nodes before and after a change, without the equal ones at both ends. */
export interface Differences {
  before: BillNode[];
  after: BillNode[];
}

/**
 * Where the stored nodes of a bill and the new ones differ. Equal nodes at the beginning and the end are found in the text and aren't
 * parsed. Top-level nodes are compared, which are mostly sections.
 * @param stored the JSON of the stored nodes
 * @param texts the JSON of each new node
 */
export function differences(stored: string, nodes: BillNode[], texts: readonly string[]): Differences {
  // Postgres keeps the text as it was stored. If that has blanks between the nodes, no equal ones are found. Slices are compared, since
  // `startsWith` takes several times as long.
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

/** Stands in for a bill's stored nodes until they are replaced: the new nodes themselves if they are the same, so that nothing changes. */
export const replacedNodes = (stored: string, nodes: BillNode[], { before, after }: Differences): BillNode[] =>
  same(before, after) ? nodes : (unparsed(stored) as BillNode[]);
