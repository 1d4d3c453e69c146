import type { BillNode } from "./bill.js";
import { amountEuro, sum } from "./money.js";
import { shortened } from "./shortened.js";

/** A chapter of a document: a run of its lines under one title. */
export interface DocumentSection {
  title: string;
  /** index of its first line item */
  firstLine: number;
  /** how many lines it has, at least 1 */
  lines: number;
}

export interface SectionWithSubtotal extends DocumentSection {
  /** the sum of its lines' amounts, euro */
  subtotal: number;
}

const between = " – ";
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

/** A document's sections with their sums. Those beyond its lines are left out: a former release replaced lines and knew no sections. */
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

/** A chapter with all that stands within it, as a document prints it. */
export interface Chapter {
  title: string;
  /** its title without that of the chapter around it, where it stands in one */
  own: string;
  /** the first and last line of the chapter and of the chapters within it */
  firstLine: number;
  lastLine: number;
  /** of all these lines, euro */
  total: number;
  /** the first lines of its runs that stand after a chapter within it */
  continuedAt: number[];
}

/**
 * The chapters that a document's runs of lines belong to, as far as these follow on one another: a chapter has its own lines, and those of
 * the chapters within it, be they before, between or after its own. Two neighbours of the same title are two.
 * @returns in the order in which they end, those within before those around them
 */
export function chaptersOf(sections: readonly SectionWithSubtotal[]): Chapter[] {
  const chapters: Chapter[] = [];
  /** each within the one before */
  const open: Chapter[] = [];
  /** the last ended ones that stand beside one another, within the last open one */
  const ended: Chapter[] = [];
  const endFrom = (level: number): void => {
    for (const chapter of open.splice(level).reverse()) {
      while ((ended.at(-1)?.firstLine ?? -1) >= chapter.firstLine) ended.pop();
      ended.push(chapter);
      chapters.push(chapter);
    }
  };
  let end = -1;
  let before: string | null = null;
  for (const { title, firstLine, lines, subtotal } of [...sections].sort((a, b) => a.firstLine - b.firstLine)) {
    const isAfterGap = firstLine !== end;
    const level = isAfterGap ? 0 : open.findIndex((chapter) => chapter.title !== title && !isWithin(title, chapter));
    if (level >= 0) endFrom(level);
    else if (title === before) endFrom(open.length - 1);
    if (isAfterGap) ended.length = 0;
    const own = open.at(-1);
    if (own?.title === title) own.continuedAt.push(firstLine);
    else {
      const chapter: Chapter = {
        title,
        own: ownTitle(title, own),
        firstLine,
        lastLine: firstLine,
        total: 0,
        continuedAt: [],
      };
      for (let last = ended.at(-1); last && isWithin(last.title, chapter); last = ended.at(-1)) {
        chapter.firstLine = last.firstLine;
        last.own = ownTitle(last.title, chapter);
        chapter.total = sum([chapter.total, last.total]);
        ended.pop();
      }
      open.push(chapter);
    }
    end = firstLine + lines;
    before = title;
    for (const chapter of open) {
      chapter.lastLine = end - 1;
      chapter.total = sum([chapter.total, subtotal]);
    }
  }
  endFrom(0);
  return chapters;
}

const ownTitle = (title: string, outer: Chapter | undefined): string =>
  outer ? title.slice(outer.title.length + between.length) : title;
const isWithin = (title: string, outer: Chapter): boolean => title.startsWith(outer.title + between);
