import { longestRising } from "./align.js";
import type { DocumentSection } from "./document-sections.js";
import type { FollowedLine } from "./follow-lines.js";

interface Member {
  /** which section the line belonged to */
  section: number;
  /** where it stands now */
  index: number;
}

/**
 * The sections of lines that were replaced. A section stays where its lines still stand together, also where it was moved as a whole,
 * and where they don't, with those that kept their place among all lines: with the longest run of them. Lines that stand between two of
 * a section's belong to it, new ones too; those before its first and after its last belong to none. A section goes with the last line
 * that is still recognized.
 * @param fates what became of each line before
 * @param isRecognized whether a line still offers something like what it did; unset: somebody said what became of each
 */
export function followSections(
  sections: readonly DocumentSection[],
  fates: readonly FollowedLine[],
  isRecognized: (line: number, fate: FollowedLine) => boolean = () => true,
): DocumentSection[] {
  if (sections.length === 0) return [];
  const members = membersOf(sections, fates, isRecognized);
  const inOrder = new Set(
    longestRising(members.map(({ index }, place) => [place, index] as const)).map(([, index]) => index),
  );
  members.sort((one, other) => one.index - other.index);
  const runsOfAll = runsOf(members);
  const runCount = new Map<number, number>();
  for (const [{ section }] of runsOfAll) runCount.set(section, (runCount.get(section) ?? 0) + 1);
  const kept = members.filter(({ section, index }) => runCount.get(section) === 1 || inOrder.has(index));

  const longest = new Map<number, Run>();
  for (const run of runsOf(kept)) {
    const [{ section }] = run;
    if (run.length > (longest.get(section)?.length ?? 0)) longest.set(section, run);
  }
  return [...longest]
    .map(([section, run]) => {
      const firstLine = run[0].index;
      const last = (run.at(-1) ?? run[0]).index;
      return { title: (sections[section] as DocumentSection).title, firstLine, lines: last - firstLine + 1 };
    })
    .sort((one, other) => one.firstLine - other.firstLine);
}

/** The lines that are still there of all sections that are, in their former order. */
function membersOf(
  sections: readonly DocumentSection[],
  fates: readonly FollowedLine[],
  isRecognized: (line: number, fate: FollowedLine) => boolean,
): Member[] {
  return sections.flatMap(({ firstLine, lines }, section) => {
    const own = fates.slice(firstLine, firstLine + lines);
    if (!own.some((fate, place) => isRecognized(firstLine + place, fate))) return [];
    return own.flatMap((fate) => (fate.state === "gone" ? [] : { section, index: fate.index }));
  });
}

type Run = [Member, ...Member[]];

/** Neighbours of one section; whatever stands between them belongs to none. */
function runsOf(members: readonly Member[]): Run[] {
  const runs: Run[] = [];
  for (const member of members) {
    const run = runs.at(-1);
    if (run?.[0].section === member.section) run.push(member);
    else runs.push([member]);
  }
  return runs;
}
