import type { Block, Line } from "./nodes.js";
import { readMarkdown } from "./read-markdown.js";
import { textOfLine } from "./typeset-lines.js";

const plainLines = (lines: Line[]): string => lines.map(textOfLine).join("\n");
/** Cells are no words of one sentence, nor are rows. */
const plainRow = (cells: Line[]): string => cells.map(textOfLine).join(" | ");

function plainBlock(block: Block): string {
  switch (block.kind) {
    case "list": {
      const items = block.items.map(({ label, blocks }) => `${label} ${plainBlocks(blocks)}`);
      return items.join(block.isTight ? "\n" : "\n\n");
    }
    case "quote":
      return plainBlocks(block.blocks);
    case "code":
      return block.text;
    case "table":
      return [block.header, ...block.rows].map(plainRow).join("\n\n");
    case "rule":
      return block.typed;
    default:
      return plainLines(block.lines);
  }
}

const plainBlocks = (blocks: Block[]): string => blocks.map(plainBlock).join("\n\n");

/** The words that a reader of a text sees, without its marks. */
export const wordsOfMarkdown = (text: string): string => plainBlocks(readMarkdown(text));
