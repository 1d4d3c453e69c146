import type { Violation } from "../errors.js";
import { type BillNode, linesOf } from "./bill.js";

/**
 * Marks the nodes of an answer that shows only part of a bill, and says what is missing. Nodes with this mark are refused when a bill is
 * saved, because the lines that the reader never saw would be lost.
 */
export const cutKey = "$cut";

/** The message for a caller who sends back part of a bill. */
const refusal =
  "comes from an answer that shows only a part of the bill: saved, it would delete or double lines. Change single lines with update_bill_line, insert_bill_lines, move_bill_lines and delete_bill_lines, and single sections with update_bill_section and delete_bill_section, or read the sections one by one with get_bill_of_quantities";

const isCut = (node: Record<string, unknown>): boolean => Object.hasOwn(node, cutKey);

/** The nodes that come from a shortened answer, as violations. */
export function shortenedNodes(nodes: readonly BillNode[], pointer: string): Violation[] {
  const violations: Violation[] = [];
  const pending = [{ nodes, pointer }];
  for (let list = pending.pop(); list; list = pending.pop()) {
    for (const [place, node] of list.nodes.entries()) {
      if (isCut(node)) violations.push({ pointer: `${list.pointer}/${place}/${cutKey}`, detail: refusal });
      if (Array.isArray(node.children))
        pending.push({ nodes: node.children, pointer: `${list.pointer}/${place}/children` });
    }
  }
  return violations;
}

/** The same for a single line's fields. */
export const shortenedLine = (line: Record<string, unknown>): Violation[] =>
  isCut(line)
    ? [
        {
          pointer: `/${cutKey}`,
          detail: "comes from a shortened answer: leave it out, and send the fields that change",
        },
      ]
    : [];

/** Nodes that are only part of their bill, each marked. @param missing what else the bill contains */
export const markedAsPart = (nodes: readonly BillNode[], missing: string): BillNode[] =>
  nodes.map((node) => (isCut(node) ? node : { ...node, [cutKey]: missing }));

const sizeOf = (value: unknown): number => JSON.stringify(value).length + 1;

/** Whether a value has at most this many characters of JSON. Takes time in proportion to that limit, not to the value's size. */
function fits(value: unknown, maxChars: number): boolean {
  let room = maxChars;
  const pending = [value];
  while (pending.length > 0 && room >= 0) {
    const next = pending.pop();
    room -= typeof next === "string" ? next.length + 2 : 2;
    if (typeof next !== "object" || next === null) continue;
    for (const key in next) {
      room -= Array.isArray(next) ? 0 : key.length + 3;
      if (room < 0) return false;
      pending.push((next as Record<string, unknown>)[key]);
    }
  }
  return room >= 0 && sizeOf(value) <= maxChars;
}

/** Room for the entry that counts what is missing, and for the mark on each node that was kept whole. */
const roomForRest = 250;
const part = "part of a shortened list";

/** A section with none of its nodes. */
function outlineOf(section: BillNode): BillNode {
  const { children = [], measurements: _, ...own } = section;
  return { ...own, children: [], [cutKey]: `${linesOf(children).length} lines left out` };
}

/** The last entry of a list that wasn't kept whole. */
const restOf = (dropped: readonly BillNode[]): BillNode => {
  const missing = `${dropped.length} more entries with ${linesOf(dropped).length} lines are left out here`;
  return { type: "section", title: `[${missing}]`, [cutKey]: missing };
};

/**
 * Shortens a list of a bill's nodes to about `maxChars` characters of JSON. Lines aren't shortened; whole lines are left out. All sections
 * are named first, then as many lines are kept from the beginning as there is room for. The kept nodes of an incomplete list are marked,
 * so that nobody can save it as the whole bill.
 */
export function shortenNodes(nodes: readonly BillNode[], maxChars: number): BillNode[] {
  const outlines = nodes.map((node) => (node.type === "section" ? outlineOf(node) : null));
  let outlineSize = outlines.reduce((size, outline) => size + (outline ? sizeOf(outline) : 0), 0);
  // Where the outline itself would take most of the room, only its beginning is kept.
  const isOutlined = outlineSize < 0.7 * maxChars;
  let remaining = maxChars - roomForRest;
  let isFull = false;
  const kept: BillNode[] = [];
  const dropped: BillNode[] = [];
  for (const [place, node] of nodes.entries()) {
    const outline = outlines[place];
    const ownOutline = outline ? sizeOf(outline) : 0;
    outlineSize -= ownOutline;
    const room = remaining - (isOutlined ? outlineSize : 0);
    const whole = { ...node, [cutKey]: part };
    const shown = !isFull && fits(whole, room) ? whole : outline && partOf(node, outline, isFull ? 0 : room);
    if (shown !== whole) isFull = true;
    if (shown && fits(shown, room)) {
      kept.push(shown);
      remaining -= sizeOf(shown);
    } else dropped.push(node);
  }
  return dropped.length > 0 ? [...kept, restOf(dropped)] : kept;
}

/** A section with as many of its nodes as there is room for. */
function partOf(section: BillNode, outline: BillNode, room: number): BillNode {
  const roomInside = room - sizeOf(outline);
  if (roomInside < 4 * roomForRest) return outline;
  const { [cutKey]: _, ...own } = outline;
  return {
    ...own,
    children: shortenNodes(section.children ?? [], roomInside),
    [cutKey]: "only a part of its lines is shown",
  };
}
