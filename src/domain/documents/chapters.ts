import { sum } from "../money.js";
import { between, type SectionWithSubtotal } from "./document-sections.js";

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
