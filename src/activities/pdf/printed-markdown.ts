import type { Block, Line } from "../../domain/markdown/nodes.js";
import { readMarkdown } from "../../domain/markdown/read-markdown.js";
import { textOfLine, typesetLines } from "../../domain/markdown/typeset-lines.js";
import { columnsOf } from "./columns.js";
import { breakable, fragment, paragraphs } from "./printable.js";

/** A text of more pieces than any professional's would take the typesetter minutes; it is set as it was typed. */
const maxPieces = 12_000;
const maxWordLength = 60;
/** Rows up to this size stay on one page; longer ones may continue on the next. */
const longestWholeRow = 600;
/** Longer ones are none, and the file's table of contents couldn't hold them. */
const longestHeading = 400;
/** As many characters as a line of code holds. */
const codeLine = 88;
/** A list up to this size isn't split between pages. */
const wholeList = { items: 5, characters: 450 };
const longWords = new RegExp(`\\S{${codeLine}}(?=\\S)`, "gu");
const itemMark = /^\s*[-–•*] /;

/** On paper nobody can follow a link, so its address stands after words that don't show it. */
function withAddresses(line: Line): Line {
  let words = "";
  return line.flatMap((run, index): Line => {
    const { href } = run;
    if (!href || !/^https?:/i.test(href)) return [run];
    words += run.text;
    if (line[index + 1]?.href === href) return [run];
    const isShown = words.includes(href.replace(/^https?:\/\/|\/$/gi, ""));
    words = "";
    return isShown ? [run] : [run, { text: ` (${href})` }];
  });
}

/** Words with such marks are addresses of pages and mailboxes, which get no hyphens, nor does what stands in one piece with them. */
const address = /:\/\/|www\.|@/;

const printedLines = (lines: Line[], wordLength = maxWordLength): Line[] =>
  typesetLines(lines.map(withAddresses)).map((line) =>
    line.map((run) => ({
      ...run,
      text: breakable(fragment(run.text), wordLength),
      ...(address.test(run.text) ? { keptWhole: true } : {}),
    })),
  );

type Printed = { kind: Block["kind"] } & Record<string, unknown>;

function printed(block: Block): Printed {
  switch (block.kind) {
    case "paragraph":
      return {
        kind: block.kind,
        lines: printedLines(block.lines).map((runs, index) => ({
          runs,
          item: itemMark.test(textOfLine(block.lines[index] ?? [])),
        })),
        characters: block.lines.reduce((sum, line) => sum + textOfLine(line).length, 0),
      };
    case "heading":
      if (textOfLine(block.lines.flat()).length > longestHeading) return printed({ ...block, kind: "paragraph" });
      return { ...block, lines: printedLines(block.lines) };
    case "list":
      return {
        ...block,
        items: block.items.map(({ label, blocks }) => ({ label, blocks: blocks.map(printed) })),
        whole: block.isTight && block.items.length <= wholeList.items && lengthOf([block]) <= wholeList.characters,
      };
    case "quote":
      return { ...block, blocks: block.blocks.map(printed) };
    case "code":
      return {
        ...block,
        text: block.text
          .split("\n")
          .map((text) => fragment(text).replace(longWords, "$&\n"))
          .join("\n"),
      };
    case "table": {
      const { wordLength, ...table } = columnsOf(block);
      const cells = (row: Line[]) => printedLines(row, wordLength);
      const rows = block.rows.map((row) => ({
        cells: cells(row),
        whole: textOfLine(row.flat()).length <= longestWholeRow,
      }));
      return { kind: block.kind, ...table, header: cells(block.header), rows };
    }
    case "rule":
      return { ...block };
  }
}

/** The characters of lists of paragraphs; anything else in one makes it a long one. */
function lengthOf(blocks: Block[]): number {
  return blocks.reduce((sum, block) => {
    if (block.kind === "paragraph") return sum + textOfLine(block.lines.flat()).length;
    return (
      sum + (block.kind === "list" ? lengthOf(block.items.flatMap((item) => item.blocks)) : Number.POSITIVE_INFINITY)
    );
  }, 0);
}

function piecesOf(block: Block): number {
  switch (block.kind) {
    case "list":
      return block.items.reduce((sum, { blocks }) => sum + 2 + total(blocks), 1);
    case "quote":
      return 2 + total(block.blocks);
    case "table":
      return [block.header, ...block.rows].reduce((sum, row) => sum + row.length + row.flat().length, 1);
    case "code":
      return block.text.split("\n").length + Math.ceil(block.text.length / codeLine);
    case "paragraph":
    case "heading":
      return 1 + block.lines.flat().length - block.lines.length;
    default:
      return 1;
  }
}

const total = (blocks: Block[]): number => blocks.reduce((sum, block) => sum + piecesOf(block), 0);

/** Headings begin at level 1, even if the text's first heading has another level. */
function withLevels(blocks: Block[]): Block[] {
  const highest = blocks.reduce((level, block) => (block.kind === "heading" ? Math.min(level, block.level) : level), 6);
  return blocks.map((block) => (block.kind === "heading" ? { ...block, level: block.level - highest + 1 } : block));
}

const asTyped = (text: string): Block[] =>
  paragraphs(text).map((lines) => ({ kind: "paragraph", lines: lines.map((line) => [{ text: line }]) }));

/** A Markdown text as document.typ sets it: each text is data, each mark a field. */
export function printedMarkdown(text: string | null): Printed[] {
  const blocks = readMarkdown(text ?? "");
  return (total(blocks) > maxPieces ? asTyped(text ?? "") : withLevels(blocks)).map(printed);
}
