import { typeset } from "../text/typography.js";
import type { Line } from "./nodes.js";

export const textOfLine = (line: Line): string => line.map(({ text }) => text).join("");

/** The lines of one paragraph as a printer sets them, over the ends of runs: an apostrophe before a bold word is one. Code stays. */
export function typesetLines(lines: Line[]): Line[] {
  const set = typeset(lines.map(textOfLine).join("\n"));
  let at = 0;
  return lines.map((line) => {
    const result = line.map((run) => {
      const start = at;
      at += run.text.length;
      return run.code ? run : { ...run, text: set.slice(start, at) };
    });
    at++;
    return result;
  });
}
