import { listed } from "./listed.js";
import type { LineItem } from "./revision.js";
import { onOneLine, shortened } from "./shortened.js";
import type { Warning } from "./warning.js";

/** What a line doesn't have that the one in its place had, in words; none where it has it from another line. */
export function lostMarks(
  before: LineItem,
  after: LineItem,
  { index, saysSafety }: { index: number; saysSafety: boolean },
): string[] {
  const rate = before.vatPct !== undefined && after.vatPct === undefined ? `${before.vatPct} % VAT` : "";
  const mark = before.safety && !after.safety && !saysSafety ? "a safety cost" : "";
  const marks = [rate, mark].filter(Boolean).join(", ");
  const named = ({ desc }: LineItem) => `"${shortened(onOneLine(desc), 60)}"`;
  return marks === "" ? [] : [`line ${index}, ${named(after)}, for ${named(before)} (${marks})`];
}

const maxNamed = 5;

/** Warns of them. */
export function marksLost(lost: readonly string[]): Warning {
  return {
    code: "line_marks_lost",
    pointer: "/lineItems",
    detail: `Other lines stand now in the place of some with a VAT rate of their own or the mark of a safety cost, and have neither: ${listed(lost, maxNamed)}.`,
    suggestion:
      'If they are meant to have it, set it with update_quote_lines: {"at": n, "set": {"vatPct": …}} or {"safety": true}.',
  };
}
