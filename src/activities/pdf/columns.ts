import type { Alignment, Block, Line } from "../../domain/markdown/nodes.js";
import { textOfLine } from "../../domain/markdown/typeset-lines.js";

/** As many characters as a line of a table holds, about, and how much of it columns of short cells may take. */
const lineLength = 88;
const shortColumnsLength = 55;
const shortCell = 40;
/** A table up to this size isn't split between pages. */
const wholeTable = { rows: 10, characters: 1_200 };
const figure = /^[−–-]?\s?(?:€\s?)?[−-]?\d[\d.,/]*\s?(?:€|%|‰|m[²³]?|mq|mc|ml|kg|h|euro|cad\.?)?$/;

const textOf = (cell: Line | undefined): string => textOfLine(cell ?? []).trim();

const widthOf = (lengths: readonly number[]): number => lengths.reduce((sum, length) => sum + length + 3, 0);

/** The columns' widths: 0 for as wide as the cells, else a share of the remaining width. */
function widths(longest: readonly number[]): number[] {
  const share = (length: number): number => Math.round(Math.sqrt(Math.min(length, 400)) * 10);
  const short = longest.filter((length) => length <= shortCell);
  if (widthOf(longest) <= lineLength || short.length === longest.length) return longest.map(() => 0);
  const areNarrow = widthOf(short) <= shortColumnsLength;
  return longest.map((length) => (areNarrow && length <= shortCell ? 0 : share(length)));
}

/** How a table is set: its columns, the longest word that needs no break. Columns of figures are aligned at the right. */
export function columnsOf({ alignments, header, rows }: Extract<Block, { kind: "table" }>) {
  const longest = alignments.map((_, at) => {
    const words = textOf(header[at])
      .split(" ")
      .map((word) => word.length);
    return rows.reduce((max, row) => Math.max(max, textOf(row[at]).length), Math.max(1, ...words));
  });
  const isFigures = (at: number): boolean => {
    const cells = rows.map((row) => textOf(row[at])).filter((text) => text !== "" && !/^[–—-]$/.test(text));
    return cells.length > 0 && cells.every((text) => figure.test(text));
  };
  const characters = rows.reduce((sum, row) => sum + textOf(row.flat()).length, 0);
  return {
    columns: widths(longest),
    alignments: alignments.map((typed, at): Alignment => typed ?? (isFigures(at) ? "right" : "left")),
    wordLength: Math.max(6, Math.floor(lineLength / (alignments.length + 1))),
    whole: rows.length <= wholeTable.rows && characters <= wholeTable.characters,
  };
}
