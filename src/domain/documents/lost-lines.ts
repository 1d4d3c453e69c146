import { type BillNode, nodesIn } from "../bill/bill.js";
import { same } from "../same.js";
import type { Warning } from "../warning.js";
import { contentOf } from "./quote-line.js";
import type { LineItem } from "./revision.js";

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
      suggestion: `If you meant to change only a part, send all lines again; ${action} changes single ones.`,
    },
  ];
}

/** Whether a bill had lines or sections that don't occur any more, or not as often: they were removed, or say something else. */
export function losesNodes(before: BillNode[], after: BillNode[]): boolean {
  const [was, is] = [nodesIn(before), nodesIn(after)];
  // Most changes are small, and to write out whole bills takes long.
  const fewer = Math.min(was.length, is.length);
  let start = 0;
  while (start < fewer && saysTheSame(was[start] as BillNode, is[start] as BillNode)) start++;
  let end = 0;
  while (end < fewer - start && saysTheSame(was.at(-1 - end) as BillNode, is.at(-1 - end) as BillNode)) end++;
  const [lost, now] = [was, is].map((nodes) => nodes.slice(start, nodes.length - end).map(contentOfNode));
  return lostOf(lost ?? [], now ?? []).next().done !== true;
}

/** Whether two bills have the same lines and sections, in whatever order. */
export const haveSameNodes = (one: BillNode[], other: BillNode[]): boolean =>
  !losesNodes(one, other) && !losesNodes(other, one);

/** Whether a document had lines that don't occur any more, or not as often. */
export const losesLines = (before: readonly LineItem[], after: readonly LineItem[]): boolean =>
  before !== after && lostOf(before.map(contentOf), after.map(contentOf)).next().done !== true;

/** A shorter text is soon written anew. */
const worthKeeping = 200;

/** Whether most words of a long text don't occur in it any more. */
export function losesText(before: string | null, after: string | null): boolean {
  if (before === null || before.length < worthKeeping || before === after) return false;
  const words = before.match(/\S+/g) ?? [];
  let lost = 0;
  for (const _ of lostOf(words, after?.match(/\S+/g) ?? [])) lost++;
  return lost * 2 > words.length;
}

/** Warns of a long text that was lost by being saved. */
export const lostText = (before: string | null, after: string | null): Warning[] =>
  losesText(before, after)
    ? [
        {
          code: "text_lost",
          pointer: "/body",
          detail: `The document had a text of ${before?.length.toLocaleString("en")} characters, and most of it is gone: the body was replaced.`,
          suggestion:
            "If that was a mistake, restore the earlier content with list_deleted and restore_record; both need documents:delete, which owners and admins have.",
        },
      ]
    : [];

/** What occurs more often before than after. */
function* lostOf(before: Iterable<string>, after: Iterable<string>): Generator<string> {
  const left = new Map<string, number>();
  for (const content of after) left.set(content, (left.get(content) ?? 0) + 1);
  for (const content of before) {
    const count = left.get(content) ?? 0;
    if (count === 0) yield content;
    else left.set(content, count - 1);
  }
}

/** What a node says by itself. */
const contentOfNode = (node: BillNode): string => JSON.stringify({ ...node, children: undefined, computed: undefined });

const isContent = (key: string): boolean => key !== "children" && key !== "computed";

function saysTheSame(one: BillNode, other: BillNode): boolean {
  let more = 0;
  for (const key in other) if (isContent(key)) more++;
  for (const key in one) {
    if (!isContent(key)) continue;
    if (!same(one[key], other[key])) return false;
    more--;
  }
  return more === 0;
}
