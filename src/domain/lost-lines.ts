import type { BillNode } from "./bill.js";
import type { Warning } from "./warning.js";

/** Fewer lines are soon written anew. */
const worthMentioning = 20;

const ways = {
  bill: { pointer: "/lines", action: "update_bill_line or insert_bill_lines" },
  document: { pointer: "/lineItems", action: "update_quote_lines" },
};

/** Warns of what had many lines, and lost most of them by being saved: perhaps only a part of it was known to its sender. */
export function lostLines(of: keyof typeof ways, before: number, after: number): Warning[] {
  if (before < worthMentioning || after * 2 >= before) return [];
  const { pointer, action } = ways[of];
  return [
    {
      code: "lines_lost",
      pointer,
      detail: `The ${of} had ${before} lines, and now has ${after}: all its lines were replaced.`,
      suggestion: `If only a part was meant to change, send all lines again; ${action} changes single ones.`,
    },
  ];
}

/** Whether a bill had lines or sections that don't occur any more, or not as often: they were removed, or say something else. */
export function losesContent(before: BillNode[], after: BillNode[]): boolean {
  const left = new Map<string, number>();
  for (const content of contentsOf(after)) left.set(content, (left.get(content) ?? 0) + 1);
  for (const content of contentsOf(before)) {
    const count = left.get(content) ?? 0;
    if (count === 0) return true;
    left.set(content, count - 1);
  }
  return false;
}

/** What each node says by itself. */
function* contentsOf(nodes: BillNode[]): Generator<string> {
  const pending = [...nodes];
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield JSON.stringify({ ...node, children: undefined, computed: undefined });
    if (node.type === "section") for (const child of node.children ?? []) pending.push(child);
  }
}
