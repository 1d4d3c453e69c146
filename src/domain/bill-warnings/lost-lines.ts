import type { Warning } from "../warning.js";

/** Fewer lines are soon written anew. */
const worthMentioning = 20;

/** Warns of a bill that had many lines, and lost most of them by being saved: perhaps only a part of it was known to its sender. */
export const lostLines = (before: number, after: number): Warning[] =>
  before < worthMentioning || after * 2 >= before
    ? []
    : [
        {
          code: "lines_lost",
          pointer: "/lines",
          detail: `The bill had ${before} lines, and now has ${after}: saving replaces the whole content.`,
          suggestion: "If only a part was meant to change, save the whole bill again.",
        },
      ];
