import type { BillNode } from "../../domain/bill/bill.js";
import { element, elements } from "./xml-text.js";

/** The ids of a line's three sections, from the outermost inwards; 0 for none. */
export type CategoryIds = readonly [number, number, number];

export interface PlacedLine {
  node: BillNode;
  categories: CategoryIds;
}

const lists = [
  ["PweDGSuperCategorie", "DGSuperCategorieItem"],
  ["PweDGCategorie", "DGCategorieItem"],
  ["PweDGSubCategorie", "DGSubCategorieItem"],
] as const;

/** Deeper sections are joined with the third into one title. */
const joint = " - ";

interface Place {
  node: BillNode;
  level: number;
  categories: CategoryIds;
  title: string;
  /** of the section around it */
  code: unknown;
}

/**
 * Maps a bill's sections to XPWE's three levels of categories. Each section has a category of its own, also where two have the same
 * title, and one more where a third section goes on after a deeper one, so that lines come back in the same order.
 * @returns the lines in the order of their index, and the lists as XML
 */
export function writtenGroups(nodes: readonly BillNode[]): { lines: PlacedLine[]; xml: string } {
  const items: [string[], string[], string[]] = [[], [], []];
  const lines: PlacedLine[] = [];
  /** by the id of a third section, the category that its latest line is in */
  const latest = new Map<number, number>();
  let before = 0;
  const add = (depth: 0 | 1 | 2, title: string, code: unknown): number => {
    const id = items[depth].length + 1;
    items[depth].push(item(lists[depth][1], id, title, code));
    return id;
  };
  const pending: Place[] = nodes
    .map((node) => ({ node, level: 0, categories: [0, 0, 0] as const, title: "", code: undefined }))
    .toReversed();
  for (let place = pending.pop(); place; place = pending.pop()) {
    const { node, level } = place;
    if (node.type === "line") {
      const [outer, inner, third] = place.categories;
      const last = latest.get(third);
      const isResumed = third > 0 && last !== undefined && last !== before;
      before = isResumed ? add(2, place.title, place.code) : (last ?? third);
      latest.set(third, before);
      lines.push({ node, categories: [outer, inner, before] });
      continue;
    }
    const depth = Math.min(level, 2) as 0 | 1 | 2;
    const own = node.title ?? "";
    const title = level > 2 && place.title ? `${place.title}${joint}${own}` : own;
    const id = add(depth, title, node.code);
    const categories = place.categories.map((outer, at) => (at === depth ? id : outer)) as unknown as CategoryIds;
    const children = node.children ?? [];
    for (const child of children.toReversed()) {
      pending.push({ node: child, level: level + 1, categories, title: level >= 2 ? title : "", code: node.code });
    }
  }
  return { lines, xml: lists.map(([list], depth) => `<${list}>${items[depth]?.join("")}</${list}>`).join("") };
}

function item(name: string, id: number, title: string, code: unknown): string {
  const fields = elements({
    DesSintetica: title,
    DesEstesa: "",
    DataInit: "30/12/1899",
    Durata: 0,
    CodFase: "",
    Percentuale: 0,
  });
  return `<${name} ID="${id}">${fields}${element("Codice", typeof code === "string" ? code : "")}</${name}>`;
}
