import type { Block, Line, ListItem } from "./nodes.js";
import { readMarkdown } from "./read-markdown.js";
import { textOfLine } from "./typeset-lines.js";

/** How the blocks of a text are shown where nothing is set in type. */
export interface TextStyle {
  line(line: Line): string;
  heading(lines: Line[]): string;
  quote(text: string): string;
  rule(typed: string): string;
  betweenRows: string;
}

function blockText(block: Block, style: TextStyle): string {
  switch (block.kind) {
    case "paragraph":
      return block.lines.map(style.line).join("\n");
    case "heading":
      return style.heading(block.lines);
    case "list": {
      const item = ({ label, blocks }: ListItem): string => `${label} ${blocksText(blocks, style)}`;
      return block.items.map(item).join(block.isTight ? "\n" : "\n\n");
    }
    case "quote":
      return style.quote(blocksText(block.blocks, style));
    case "code":
      return block.text;
    case "table":
      return [block.header, ...block.rows].map((row) => row.map(style.line).join(" | ")).join(style.betweenRows);
    case "rule":
      return style.rule(block.typed);
  }
}

const blocksText = (blocks: Block[], style: TextStyle): string =>
  blocks.map((block) => blockText(block, style)).join("\n\n");

/** A text written in Markdown, in a style. */
export const markdownAsText = (markdown: string, style: TextStyle): string => blocksText(readMarkdown(markdown), style);

const words: TextStyle = {
  line: textOfLine,
  heading: (lines) => lines.map(textOfLine).join("\n"),
  quote: (text) => text,
  rule: (typed) => typed,
  // Cells are no words of one sentence, nor are rows.
  betweenRows: "\n\n",
};

/** The words that a reader of a text sees, without its marks. */
export const wordsOfMarkdown = (markdown: string): string => markdownAsText(markdown, words);

const marks = /[\\`*_[\]<>&]/g;

/** A title or name within a text written in Markdown: on one line, and nothing in it is a mark. Marks are escaped only where they count. */
export function literalInMarkdown(text: string): string {
  const line = text.replace(/[\s\u0085]+/g, " ").trim();
  // What stands before it keeps it from being a heading or a list.
  return wordsOfMarkdown(`: ${line}`) === `: ${line}` ? line : line.replace(marks, "\\$&");
}
