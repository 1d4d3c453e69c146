import { unprintedIn } from "../markdown/unprinted.js";
import type { Warning } from "../warning.js";

/** Who writes HTML does so from the start; to read a text of a million characters for it would take too long. */
const readChars = 10_000;

/** That a message holds HTML, whose tags its reader sees as they are written. @param pointer where it is in the body of the request */
export function htmlAsText(text: string, pointer: string): Warning[] {
  const [first] = unprintedIn(text.slice(0, readChars)).html;
  if (first === undefined) return [];
  return [
    {
      code: "html_as_text",
      pointer,
      detail: `The text holds HTML, whose tags the reader sees as they are written: «${first}».`,
      suggestion: "Write Markdown: paragraphs parted by blank lines, **bold**, lists, tables.",
    },
  ];
}
