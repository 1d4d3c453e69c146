import { type BillNode, computedLine } from "./bill.js";

/** The path to a node: its place among the top nodes, then among the children of each section. */
export type Path = readonly number[];

/** A place in one of a bill's lists. */
export interface Spot {
  path: Path;
  place: number;
}

/** A bill's nodes in their order. */
function* walk(nodes: BillNode[]): Generator<{ node: BillNode; path: Path }> {
  const open = [{ nodes, next: 0 }];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const node = level.nodes[level.next++];
    if (!node) open.pop();
    else {
      yield { node, path: open.map(({ next }) => next - 1) };
      if (node.type === "section") open.push({ nodes: node.children ?? [], next: 0 });
    }
  }
}

/** The path to the line with this index; null: there is none. */
export function pathOfLine(nodes: BillNode[], index: number): Path | null {
  let lines = 0;
  for (const { node, path } of walk(nodes)) if (node.type === "line" && lines++ === index) return path;
  return null;
}

/** The JSON Pointers to all lines, by their index. @param pointer to the nodes */
export const pointersToLines = (nodes: BillNode[], pointer: string): string[] =>
  [...walk(nodes)].flatMap(({ node, path }) => (node.type === "line" ? `${pointer}/${path.join("/children/")}` : []));

/** The paths to all sections with these titles, from the outermost inwards; leading and trailing spaces of a title are ignored. */
export function pathsOfSection(nodes: BillNode[], titles: readonly string[]): Path[] {
  let found: { path: Path; children: BillNode[] }[] = [{ path: [], children: nodes }];
  for (const title of titles) {
    found = found.flatMap(({ path, children }) =>
      [...children.entries()]
        .filter(([, node]) => node.type === "section" && (node.title ?? "").trim() === title.trim())
        .map(([place, node]) => ({ path: [...path, place], children: node.children ?? [] })),
    );
  }
  return found.map(({ path }) => path);
}

/** The spot of the node at the end of the path. */
export const spotAt = (path: Path): Spot => ({ path: path.slice(0, -1), place: path.at(-1) ?? 0 });

/** The list at the end of the path: the top nodes, or the children of a section. */
export const listAt = (nodes: BillNode[], path: Path): BillNode[] =>
  path.reduce((list, place) => list[place]?.children ?? [], nodes);

/** The nodes with one of their lists replaced; the given nodes aren't modified. */
export function withList(nodes: BillNode[], path: Path, list: BillNode[]): BillNode[] {
  const [place, ...rest] = path;
  const section = place === undefined ? undefined : nodes[place];
  if (place === undefined || !section) return list;
  return nodes.with(place, { ...section, children: withList(section.children ?? [], rest, list) });
}

/**
 * The nodes with each line replaced by what `change` returns; null removes it. Sections stay, even if they become empty. A bill has at
 * most 64 levels, so recursion is safe.
 */
export function mapLines(nodes: BillNode[], change: (line: BillNode, index: number) => BillNode | null): BillNode[] {
  let index = 0;
  const changed = (list: BillNode[]): BillNode[] =>
    list.flatMap((node) => {
      if (node.type === "line") return change(node, index++) ?? [];
      return node.children ? { ...node, children: changed(node.children) } : node;
    });
  return changed(nodes);
}

/** The nodes without these and everything inside them; the others stay, including sections that become empty. */
export const withoutNodes = (nodes: readonly BillNode[], gone: ReadonlySet<BillNode>): BillNode[] =>
  nodes.flatMap((node) => {
    if (gone.has(node)) return [];
    return node.children ? { ...node, children: withoutNodes(node.children, gone) } : node;
  });

/** The stored nodes reduced to the lines from this index on, and the sections that contain any of them. */
export const linesFrom = (nodes: readonly BillNode[], first: number): BillNode[] =>
  nodes.flatMap((node) => {
    if (node.type === "line") return computedLine(node).index >= first ? node : [];
    const children = linesFrom(node.children ?? [], first);
    return children.length > 0 ? { ...node, children } : [];
  });
