import type { BillNode } from "./bill.js";
import type { Violation } from "./errors.js";

/** Of one further property of a node, and of all that a node says by itself, in characters of its JSON. */
const maxPropertyLength = 100_000;
const maxNodeLength = 1_000_000;

const lengthOf = (value: unknown): number =>
  typeof value === "string" ? value.length : typeof value === "object" && value ? JSON.stringify(value).length : 0;

/** How long a node is by itself, without its children. */
export const nodeLength = (node: BillNode): number =>
  Object.entries(node).reduce(
    (length, [key, value]) => (isOwn(node, key) ? length + key.length + lengthOf(value) : length),
    0,
  );

/** The children of a section are nodes, and what a bill computes is not stored as it was sent. */
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
      let length = 0;
      for (const key in node) {
        if (!isOwn(node, key)) continue;
        const own = lengthOf(node[key]);
        length += key.length + own;
        if (own > maxPropertyLength && !known.has(key))
          violations.push({
            pointer: `${here}/${key.slice(0, 300).replaceAll("~", "~0").replaceAll("/", "~1")}`,
            detail: `must have at most ${inWords(maxPropertyLength)} characters, as JSON`,
          });
      }
      if (length > maxNodeLength)
        violations.push({
          pointer: here,
          detail: `must have at most ${inWords(maxNodeLength)} characters in all, as JSON`,
        });
      pending.push({ nodes: node.type === "section" ? (node.children ?? []) : [], pointer: `${here}/children` });
    }
  }
  return violations;
}

const inWords = (count: number): string => count.toLocaleString("en");
