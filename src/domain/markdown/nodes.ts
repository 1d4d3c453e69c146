/** A piece of a line in one style. Styles are flags, so that nothing is nested however the marks were. */
export interface Run {
  text: string;
  strong?: true;
  emphasis?: true;
  code?: true;
  /** where a link leads: http, https, mailto or tel */
  href?: string;
}

/** A line as it was typed. A typed line end stays one. */
export type Line = Run[];

export type Alignment = "left" | "center" | "right";

export interface ListItem {
  /** as printed: `–`, `•`, `3.`, `3)` */
  label: string;
  blocks: Block[];
}

/** A part of a text written in Markdown. */
export type Block =
  | { kind: "paragraph"; lines: Line[] }
  | { kind: "heading"; level: number; lines: Line[] }
  | { kind: "list"; isOrdered: boolean; isTight: boolean; items: ListItem[] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "code"; text: string }
  | { kind: "table"; alignments: (Alignment | null)[]; header: Line[]; rows: Line[][] }
  /** `typed` holds the underscores of a blank to be filled in; other rules are drawn */
  | { kind: "rule"; typed: string };
