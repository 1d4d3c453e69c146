import type { Violation } from "../errors.js";
import type { FollowedLine } from "./follow-lines.js";
import { withSafety } from "./line-safety.js";
import { withVat } from "./line-vat.js";
import type { LineItem } from "./revision.js";

/** What may be set of a line. A null rate: it has none of its own any more. */
export type LineFields = { [F in "desc" | "unit" | "qty" | "price"]?: LineItem[F] | undefined } & {
  code?: string | null | undefined;
  vatPct?: number | null | undefined;
  safety?: boolean | undefined;
};

/** A change of lines, in one of four forms; indexes are those before all changes. */
export type LineChange =
  | { at: number; set: LineFields }
  | { insert: number; lines: readonly LineItem[] }
  | { remove: number }
  | { move: number; to: number };

/** The changes that can't be made to a document of so many lines: indexes out of range, and lines that are to be in two places or gone. */
export function changeViolations(changes: readonly LineChange[], lineCount: number): Violation[] {
  const placed = new Map<number, string>();
  const removed = new Set(changes.flatMap((change) => ("remove" in change ? change.remove : [])));
  return changes.flatMap((change, index) => {
    const violations: Violation[] = [];
    const refuse = (field: string, detail: string): void => {
      violations.push({ pointer: `/changes/${index}/${field}`, detail });
    };
    const checkLine = (field: string, line: number): void => {
      if (line >= 0 && line < lineCount) return;
      refuse(field, lineCount === 0 ? "the document has no lines" : `must lie between 0 and ${lineCount - 1}`);
    };
    const checkPlace = (field: string, place: number): void => {
      if (place < 0 || place > lineCount) refuse(field, `must lie between 0 and ${lineCount}`);
    };
    const take = (field: string, line: number, how: string): void => {
      checkLine(field, line);
      const before = placed.get(line);
      if (before) refuse(field, `line ${line} is ${before} already by another change`);
      placed.set(line, how);
    };
    if ("set" in change) {
      checkLine("at", change.at);
      if (removed.has(change.at))
        refuse("at", `line ${change.at} is removed by another change; indexes are those before all changes`);
    } else if ("insert" in change) checkPlace("insert", change.insert);
    else if ("remove" in change) take("remove", change.remove, "removed");
    else {
      take("move", change.move, "moved");
      checkPlace("to", change.to);
    }
    return violations;
  });
}

interface ChangedLines {
  lines: LineItem[];
  /** what became of each line before */
  fates: FollowedLine[];
  /** the indexes before of the lines that were moved */
  moved: Set<number>;
  /** the indexes now of the lines that were added or set */
  touched: Set<number>;
}

/**
 * Makes changes to lines, all at once. What is put before a line stands there in the order of the changes, also where that line itself
 * is removed or moved away.
 */
export function changeLines(before: readonly LineItem[], changes: readonly LineChange[]): ChangedLines {
  const edited = [...before];
  const set = new Set<number>();
  const away = new Set<number>();
  const moved = new Set<number>();
  const put: (LineItem | number)[][] = Array.from({ length: before.length + 1 }, () => []);
  for (const change of changes) {
    if ("set" in change) {
      edited[change.at] = withFields(edited[change.at] as LineItem, change.set);
      set.add(change.at);
    } else if ("insert" in change) for (const line of change.lines) put[change.insert]?.push(line);
    else if ("remove" in change) away.add(change.remove);
    else {
      away.add(change.move);
      moved.add(change.move);
      put[change.to]?.push(change.move);
    }
  }

  const lines: LineItem[] = [];
  const fates = before.map((): FollowedLine => ({ state: "gone" }));
  const touched = new Set<number>();
  const keep = (line: number): void => {
    if (set.has(line)) touched.add(lines.length);
    fates[line] = { state: set.has(line) ? "changed" : "same", index: lines.length };
    lines.push(edited[line] as LineItem);
  };
  for (const [place, items] of put.entries()) {
    for (const item of items) {
      if (typeof item === "number") keep(item);
      else {
        touched.add(lines.length);
        lines.push(item);
      }
    }
    if (place < before.length && !away.has(place)) keep(place);
  }
  return { lines, fates, moved, touched };
}

function withFields(line: LineItem, { vatPct, code, safety, ...fields }: LineFields): LineItem {
  const given = Object.entries({ ...fields, code: code === "" ? null : code }).filter(
    ([, value]) => value !== undefined,
  );
  const edited: LineItem = { ...line, ...Object.fromEntries(given) };
  const changed = safety === undefined ? edited : withSafety(edited, safety);
  return vatPct === undefined ? changed : withVat(changed, vatPct);
}
