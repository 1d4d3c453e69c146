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
  /** the one around it */
  section: BillNode | null;
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
  const add = (depth: 0 | 1 | 2, title: string, section: BillNode | null): number => {
    const id = items[depth].length + 1;
    items[depth].push(item(lists[depth][1], id, title, section));
    return id;
  };
  const pending: Place[] = nodes
    .map((node) => ({ node, level: 0, categories: [0, 0, 0] as const, title: "", section: null }))
    .toReversed();
  for (let place = pending.pop(); place; place = pending.pop()) {
    const { node, level } = place;
    if (node.type === "line") {
      const [outer, inner, third] = place.categories;
      const last = latest.get(third);
      const isResumed = third > 0 && last !== undefined && last !== before;
      before = isResumed ? add(2, place.title, place.section) : (last ?? third);
      latest.set(third, before);
      lines.push({ node, categories: [outer, inner, before] });
      continue;
    }
    const depth = Math.min(level, 2) as 0 | 1 | 2;
    const own = node.title ?? "";
    const title = level > 2 && place.title ? `${place.title}${joint}${own}` : own;
    const id = add(depth, title, node);
    const categories = place.categories.map((outer, at) => (at === depth ? id : outer)) as unknown as CategoryIds;
    const children = node.children ?? [];
    for (const child of children.toReversed()) {
      pending.push({ node: child, level: level + 1, categories, title: level >= 2 ? title : "", section: node });
    }
  }
  return { lines, xml: lists.map(([list], depth) => `<${list}>${items[depth]?.join("")}</${list}>`).join("") };
}

function item(name: string, id: number, title: string, section: BillNode | null): string {
  const text = (of: unknown): string => (typeof of === "string" ? of : "");
  const fields = elements({
    DesSintetica: title,
    DesEstesa: text(section?.desc),
    DataInit: "30/12/1899",
    Durata: 0,
    CodFase: "",
    Percentuale: 0,
  });
  return `<${name} ID="${id}">${fields}${element("Codice", text(section?.code))}</${name}>`;
}
