import type { Block, Line, Run } from "./nodes.js";
import { readMarkdown } from "./read-markdown.js";

/** How a place without Markdown shows styles. */
type Marks = (text: string, run: Run) => string;

/** A mark must stand at a word: one beside a space is shown as it is. */
function marked(mark: string, text: string): string {
  const words = text.trim();
  if (words === "") return text;
  const start = text.indexOf(words);
  return `${text.slice(0, start)}${mark}${words}${mark}${text.slice(start + words.length)}`;
}

const whatsAppMarks: Marks = (text, { strong, emphasis, code }) => {
  if (code) return marked("`", text);
  const slanted = emphasis ? marked("_", text) : text;
  return strong ? marked("*", slanted) : slanted;
};
const noMarks: Marks = (text) => text;

const isOwnLink = (text: string, href: string): boolean =>
  href === text || href === `mailto:${text}` || href.replace(/^https?:\/\/|\/$/g, "") === text.replace(/\/$/, "");

const lineText = (line: Line, marks: Marks): string =>
  line
    .map((run) => {
      const text = marks(run.text, run);
      return run.href && !isOwnLink(run.text, run.href) ? `${text} (${run.href.replace(/^mailto:|^tel:/, "")})` : text;
    })
    .join("");
const linesText = (lines: Line[], marks: Marks): string => lines.map((line) => lineText(line, marks)).join("\n");

function blockText(block: Block, marks: Marks): string {
  switch (block.kind) {
    case "paragraph":
      return linesText(block.lines, marks);
    case "heading":
      return linesText(
        block.lines.map((line) => line.map((run): Run => ({ ...run, strong: true }))),
        marks,
      );
    case "list":
      return block.items
        .map(({ label, blocks }) => `${label} ${blocksText(blocks, marks)}`)
        .join(block.isTight ? "\n" : "\n\n");
    case "quote":
      return blocksText(block.blocks, marks)
        .split("\n")
        .map((line) => `> ${line}`)
        .join("\n");
    case "code":
      return block.text;
    case "table":
      return [block.header, ...block.rows]
        .map((row) => row.map((cell) => lineText(cell, marks)).join(" | "))
        .join("\n");
    case "rule":
      return block.typed || "---";
  }
}

const blocksText = (blocks: Block[], marks: Marks): string =>
  blocks.map((block) => blockText(block, marks)).join("\n\n");

/** A message written in Markdown as WhatsApp shows it: `*bold*`, `_slanted_`. */
export const whatsAppText = (markdown: string): string => blocksText(readMarkdown(markdown), whatsAppMarks).trim();

/** A message written in Markdown without any marks; a link's address follows its words. */
export const unmarkedText = (markdown: string): string => blocksText(readMarkdown(markdown), noMarks).trim();
