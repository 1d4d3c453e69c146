import { longestRising } from "./align.js";
import type { DocumentSection } from "./document-sections.js";
import type { FollowedLine } from "./follow-lines.js";

interface Member {
  /** which section the line belonged to; null: none */
  section: number | null;
  /** where it stood */
  line: number;
  /** where it stands now */
  index: number;
}

/**
 * The sections of lines that were replaced. A section stays where its lines still stand together, also where it was moved as a whole,
 * and where they don't, with those that kept their place among all lines: with the longest run of them. Lines that stand between two of
 * a section's belong to it, new ones and moved ones too; those before its first and after its last belong to none. A line of no section
 * that kept its place stays in none, whatever moves past it. A section goes with the last line that is still recognized.
 * @param fates what became of each line before
 * @param isRecognized whether a line still offers something like what it did; unset: somebody said what became of each
 * @param moved the lines that somebody moved, be it to where they stood; unset: nobody said which
 */
export function followSections(
  sections: readonly DocumentSection[],
  fates: readonly FollowedLine[],
  isRecognized: (line: number, fate: FollowedLine) => boolean = () => true,
  moved?: ReadonlySet<number>,
): DocumentSection[] {
  if (sections.length === 0) return [];
  const all = membersOf(sections, fates, isRecognized);
  const inOrder = linesInOrder(all, moved);
  const hasStayed = ({ line }: Member): boolean => inOrder.has(line);
  const members = all
    .filter((member) => member.section !== null || hasStayed(member))
    .sort((one, other) => one.index - other.index);
  const runCount = new Map<number | null, number>();
  for (const [{ section }] of runsOf(members)) runCount.set(section, (runCount.get(section) ?? 0) + 1);
  const kept = members.filter((member) => runCount.get(member.section) === 1 || hasStayed(member));

  const longest = new Map<number, Run>();
  for (const run of runsOf(kept)) {
    const [{ section }] = run;
    if (section !== null && run.length > (longest.get(section)?.length ?? 0)) longest.set(section, run);
  }
  return [...longest]
    .map(([section, run]) => {
      const firstLine = run[0].index;
      const last = (run.at(-1) ?? run[0]).index;
      return { title: (sections[section] as DocumentSection).title, firstLine, lines: last - firstLine + 1 };
    })
    .sort((one, other) => one.firstLine - other.firstLine);
}

/** The lines that kept their place: all that nobody moved, and the most that stand in order with these and with each other. */
function linesInOrder(members: readonly Member[], moved: ReadonlySet<number> | undefined): Set<number> {
  /** how many that nobody moved stand before each */
  const passed = (ordered: readonly Member[]): Map<number, number> => {
    let unmoved = 0;
    return new Map(ordered.map(({ line }) => [line, !moved || moved.has(line) ? unmoved : unmoved++]));
  };
  const then = passed(members);
  const now = passed(members.toSorted((one, other) => one.index - other.index));
  const pairs = members
    .filter(({ line }) => then.get(line) === now.get(line))
    .map(({ line, index }) => [line, index] as const);
  return new Set(longestRising(pairs).map(([line]) => line));
}

/** The lines that are still there of all sections that are, and of none, in their former order. */
function membersOf(
  sections: readonly DocumentSection[],
  fates: readonly FollowedLine[],
  isRecognized: (line: number, fate: FollowedLine) => boolean,
): Member[] {
  const of = fates.map((): number | null => null);
  for (const [section, { firstLine, lines }] of sections.entries()) of.fill(section, firstLine, firstLine + lines);
  const known = new Set(
    of.filter((section, line) => section !== null && isRecognized(line, fates[line] as FollowedLine)),
  );
  return fates.flatMap((fate, line) => {
    const section = of[line] ?? null;
    const isThere = fate.state !== "gone" && (section === null || known.has(section));
    return isThere ? { section, line, index: fate.index } : [];
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
