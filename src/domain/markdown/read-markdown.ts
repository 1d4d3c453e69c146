import type { Alignment, Block, Line, ListItem } from "./nodes.js";
import { type Token, tokensOf } from "./parser.js";
import { linesOf } from "./runs.js";

/** Wider tables fit on no page, and stay as typed. */
const maxColumns = 16;
const noBreak = "\u00a0";

/** The blocks of a text. Beyond CommonMark: typed line ends stay, numbers of lists stay as typed where they rise. */
export const readMarkdown = (text: string): Block[] => new Reader(text).blocks();

class Reader {
  private readonly tokens: Token[];
  private readonly source: string[];
  private at = 0;

  constructor(text: string) {
    this.tokens = tokensOf(text).tokens;
    this.source = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
  }

  /** The blocks up to the end of the text, or to the end of what holds them. */
  blocks(): Block[] {
    const blocks: Block[] = [];
    for (let token = this.next(); token && token.nesting >= 0; token = this.next()) blocks.push(this.block(token));
    return blocks;
  }

  private next(): Token | undefined {
    return this.tokens[this.at++];
  }

  private block(token: Token): Block {
    switch (token.type) {
      case "heading_open":
        return { kind: "heading", level: Number(token.tag.slice(1)), lines: this.lines() };
      case "blockquote_open":
        return { kind: "quote", blocks: this.blocks() };
      case "bullet_list_open":
      case "ordered_list_open":
        return this.list(token);
      case "table_open":
        return this.table(token);
      case "fence":
        return { kind: "code", text: token.content.replace(/\n$/, "") };
      case "code_block":
        return { kind: "paragraph", lines: token.content.replace(/\n$/, "").split("\n").map(indented) };
      case "hr":
        return { kind: "rule", typed: token.markup.startsWith("_") ? token.markup : "" };
      default:
        return { kind: "paragraph", lines: this.lines() };
    }
  }

  /** The lines of the inline token that comes next, and past the end of what holds it. */
  private lines(): Line[] {
    const lines = linesOf(this.next());
    this.at++;
    return lines;
  }

  private list(list: Token): Block {
    const items: (ListItem & { number: number })[] = [];
    let isTight = true;
    for (let token = this.next(); token?.type === "list_item_open"; token = this.next()) {
      isTight &&= this.tokens[this.at]?.type !== "paragraph_open" || this.tokens[this.at]?.hidden === true;
      items.push({ label: list.markup === "-" ? "–" : "•", number: Number(token.info), blocks: this.blocks() });
    }
    const isOrdered = list.type === "ordered_list_open";
    const rises = items.every(({ number }, index) => index === 0 || number > (items[index - 1]?.number ?? 0));
    const first = items[0]?.number ?? 1;
    return {
      kind: "list",
      isOrdered,
      isTight,
      items: items.map(({ label, number, blocks }, index) => ({
        label: isOrdered ? `${rises ? number : first + index}${list.markup}` : label,
        blocks,
      })),
    };
  }

  private table(table: Token): Block {
    const alignments: (Alignment | null)[] = [];
    const rows: Line[][] = [];
    for (let token = this.next(); token && token.type !== "table_close"; token = this.next()) {
      if (token.type === "tr_open") rows.push([]);
      if (token.type !== "th_open" && token.type !== "td_open") continue;
      if (token.type === "th_open") alignments.push(alignment(token));
      rows.at(-1)?.push(this.lines()[0] ?? []);
    }
    if (alignments.length > maxColumns) {
      const typed = this.source.slice(...(table.map ?? [0, 0]));
      return { kind: "paragraph", lines: typed.map((text) => [{ text }]) };
    }
    const [header = [], ...body] = rows;
    return { kind: "table", alignments, header, rows: body };
  }
}

const alignment = (cell: Token): Alignment | null =>
  (/(left|center|right)$/.exec(String(cell.attrGet("style") ?? ""))?.[1] as Alignment | undefined) ?? null;

/** A line set off by spaces, such as an address at the right: no code, as CommonMark has it, but the text where it was typed. */
const indented = (text: string): Line => [{ text: text.replace(/^[ \t]+/, (typed) => noBreak.repeat(typed.length)) }];
