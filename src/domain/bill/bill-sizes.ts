import type { Violation } from "../errors.js";
import { jsonPointer } from "../json-pointer.js";
import type { BillNode } from "./bill.js";

/** Limits for one additional property of a node, and for all of a node's own properties, in characters of JSON. */
export const maxPropertyLength = 100_000;
const maxNodeLength = 1_000_000;

const lengthOf = (value: unknown): number =>
  typeof value === "string" ? value.length : typeof value === "object" && value ? JSON.stringify(value).length : 0;

/** An upper bound for the length of a value's JSON; a value with more than three levels counts as endless. */
export function greatestLength(value: unknown, levels = 3): number {
  if (typeof value === "string") return 6 * value.length + 2;
  if (typeof value !== "object" || value === null) return 25;
  if (levels === 0) return Number.POSITIVE_INFINITY;
  let length = 2;
  for (const key in value)
    length += 6 * key.length + 4 + greatestLength((value as Record<string, unknown>)[key], levels - 1);
  return length;
}

/** Whether a node is too small to exceed a limit. Cheaper than serializing the node. */
function isSmall(node: BillNode): boolean {
  let length = 0;
  for (const key in node) if (isOwn(node, key)) length += key.length + greatestLength(node[key]);
  return length <= maxPropertyLength;
}

/** The length of each of a node's own properties. */
const ownLengths = (node: BillNode): [key: string, length: number][] =>
  Object.keys(node)
    .filter((key) => isOwn(node, key))
    .map((key) => [key, lengthOf(node[key])]);

const sumOf = (lengths: readonly [key: string, length: number][]): number =>
  lengths.reduce((sum, [key, length]) => sum + key.length + length, 0);

/** The length of a node's own properties, without its children. */
export const nodeLength = (node: BillNode): number => sumOf(ownLengths(node));

/** A section's children are nodes of their own, and computed values aren't stored as sent. */
const isOwn = ({ type }: BillNode, key: string): boolean =>
  key !== "computed" && !(key === "children" && type === "section");

/**
 * The sizes that nodes exceed as they were sent; what is stored already may be larger.
 * @param known the properties with limits of their own
 * @param pointer JSON Pointer to the nodes in the request
 */
export function sizeLimits(nodes: BillNode[], known: ReadonlySet<string>, pointer: string): Violation[] {
  const violations: Violation[] = [];
  const pending = [{ nodes, pointer }];
  for (let place = pending.pop(); place; place = pending.pop()) {
    for (const [index, node] of place.nodes.entries()) {
      const here = `${place.pointer}/${index}`;
      if (!isSmall(node)) violations.push(...exceededBy(node, known, here));
      pending.push({ nodes: node.type === "section" ? (node.children ?? []) : [], pointer: `${here}/children` });
    }
  }
  return violations;
}

function exceededBy(node: BillNode, known: ReadonlySet<string>, pointer: string): Violation[] {
  const lengths = ownLengths(node);
  const violations = lengths
    .filter(([key, length]) => length > maxPropertyLength && !known.has(key))
    .map(([key]) => ({
      pointer: `${pointer}${jsonPointer([key.slice(0, 300)])}`,
      detail: `must have at most ${inWords(maxPropertyLength)} characters, as JSON`,
    }));
  if (sumOf(lengths) > maxNodeLength)
    violations.push({ pointer, detail: `must have at most ${inWords(maxNodeLength)} characters in all, as JSON` });
  return violations;
}

const inWords = (count: number): string => count.toLocaleString("en");
