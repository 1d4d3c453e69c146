import type { BillNode } from "../bill/bill.js";
import { amountEuro, sum } from "../money.js";
import { shortened } from "../text/shortened.js";

/** A chapter of a document: a run of its lines under one title. */
export interface DocumentSection {
  title: string;
  /** index of its first line item */
  firstLine: number;
  /** the number of its lines, at least 1 */
  lines: number;
}

export interface SectionWithSubtotal extends DocumentSection {
  /** the sum of its lines' amounts, euro */
  subtotal: number;
}

/** Between the title of a section and those around it. */
export const between = " – ";
/** A bill may have 64 levels, and 50,000 sections below them: their titles aren't all repeated in each. */
const maxTitleLength = 600;

/** The title of a section with those around it, from the outermost inwards; blank ones are left out. */
function joined(outer: string, title: string): string {
  const own = title.trim();
  if (outer === "" || own === "") return outer || own;
  const room = maxTitleLength - between.length - own.length;
  return `${shortened(outer, Math.max(room, 1))}${between}${own}`;
}

/**
 * The sections that a bill's lines stand in, counted as `flattenLines` counts: one for each run of lines with the same innermost section.
 * Lines outside any section belong to none.
 */
export function sectionsOfBill(nodes: readonly BillNode[]): DocumentSection[] {
  const sections: DocumentSection[] = [];
  const path: { nodes: readonly BillNode[]; next: number; title: string | null }[] = [{ nodes, next: 0, title: null }];
  /** the innermost section of the line before */
  let within: object | null = null;
  let index = 0;
  for (let level = path.at(-1); level; level = path.at(-1)) {
    const node = level.nodes[level.next++];
    if (!node) path.pop();
    else if (node.type === "section")
      path.push({ nodes: node.children ?? [], next: 0, title: joined(level.title ?? "", node.title ?? "") });
    else {
      const section = within === level ? sections.at(-1) : undefined;
      if (section) section.lines++;
      else if (level.title !== null) sections.push({ title: level.title, firstLine: index, lines: 1 });
      within = level.title === null ? null : level;
      index++;
    }
  }
  return sections;
}

/** A document's sections with their sums. Sections beyond its lines are left out: an earlier release replaced lines without updating sections. */
export const withSubtotals = (
  sections: readonly DocumentSection[],
  lines: readonly { qty: number; price: number }[],
): SectionWithSubtotal[] =>
  sections
    .filter(({ firstLine, lines: count }) => firstLine + count <= lines.length)
    .map(({ title, firstLine, lines: count }) => ({
      title,
      firstLine,
      lines: count,
      subtotal: sum(lines.slice(firstLine, firstLine + count).map(({ qty, price }) => amountEuro(qty, price))),
    }));
