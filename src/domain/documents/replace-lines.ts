import { normalized } from "../text/normalized.js";
import { minSimilarity } from "../text/similarity.js";
import type { DocumentSection } from "./document-sections.js";
import { type FollowedLine, followLines } from "./follow-lines.js";
import { followSections } from "./follow-sections.js";
import { keepSafety } from "./line-safety.js";
import { keepLineVat } from "./line-vat.js";
import { type LostMarks, lostMarks } from "./lost-marks.js";
import { likeness, offerOf, wordsOfLine } from "./quote-line.js";
import type { LineItem } from "./revision.js";

interface Replaced {
  lineItems: LineItem[];
  sections: DocumentSection[];
  /** what became of each line before */
  follow: () => FollowedLine[];
  /** where another line stands now in the place of one with a VAT rate of its own, or of a cost of safety */
  lost: LostMarks[];
}

/** A line that replaces another; without `safety` it is what the line was that it follows. */
export type ReplacingLine = Omit<LineItem, "safety"> & { safety?: boolean | undefined };

/**
 * Lines that replace all of a document's: they keep what isn't sent with them of the lines that they follow, and the sections these had.
 * What stands in a line's place, but has other words and figures, is another line: it takes over neither its VAT rate nor its mark.
 */
export function replaceLines(
  { lineItems: before, sections }: { lineItems: readonly LineItem[]; sections: readonly DocumentSection[] },
  sent: readonly ReplacingLine[],
): Replaced {
  const after = sent.map(({ safety: _, ...item }): LineItem => item);
  let fates: FollowedLine[] | undefined;
  const follow = (): FollowedLine[] => {
    fates ??= followLines(before, after);
    return fates;
  };
  // `followLines` maps a rewritten line to whatever stands in its place, even if that is something else.
  const isRecognized = (line: number, fate: FollowedLine): boolean =>
    fate.state === "same" ||
    (fate.state === "changed" && isAlike(before[line] as LineItem, after[fate.index] as LineItem));
  const isReplaced = (line: number, fate: FollowedLine): fate is FollowedLine & { state: "changed" } =>
    fate.state === "changed" &&
    !isRecognized(line, fate) &&
    figuresOf(before[line] as LineItem) !== figuresOf(after[fate.index] as LineItem);
  const followKnown = (): FollowedLine[] =>
    follow().map((fate, line) => (isReplaced(line, fate) ? { state: "gone" } : fate));
  const said = sent.map(({ safety }) => safety);
  const lineItems = keepLineVat(before, keepSafety(before, after, said, followKnown), followKnown);
  const isMarked = before.some(({ safety, vatPct }) => safety || vatPct !== undefined);
  const lost = (isMarked ? follow() : []).flatMap((fate, line) =>
    isReplaced(line, fate)
      ? lostMarks(before[line] as LineItem, lineItems[fate.index] as LineItem, {
          index: fate.index,
          saysSafety: said[fate.index] !== undefined,
        })
      : [],
  );
  return {
    lineItems,
    sections: sections.length === 0 ? [] : followSections(sections, follow(), isRecognized),
    follow,
    lost,
  };
}

const figuresOf = ({ unit, qty, price }: LineItem): string => JSON.stringify([normalized(unit), qty, price]);

const isAlike = (before: LineItem, after: LineItem): boolean =>
  offerOf(before) === offerOf(after) || likeness(wordsOfLine(before), wordsOfLine(after)) >= minSimilarity;
