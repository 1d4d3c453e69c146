import { wordsOfMarkdown } from "./plain-text.js";

const marks = /[\\`*_[\]<>&]/g;

/** A title or name within a text written in Markdown: on one line, and nothing in it is a mark. Marks are escaped only where they count. */
export function literalInMarkdown(text: string): string {
  const line = text.replace(/[\s\u0085]+/g, " ").trim();
  // What stands before it keeps it from being a heading or a list.
  return wordsOfMarkdown(`: ${line}`) === `: ${line}` ? line : line.replace(marks, "\\$&");
}
