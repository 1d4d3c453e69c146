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
