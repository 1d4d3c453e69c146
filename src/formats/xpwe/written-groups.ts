import type { BillNode } from "../../domain/bill.js";
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
}

/**
 * Maps a bill's sections to XPWE's three levels of categories. Each section has a category of its own, also where two have the same
 * title, so that lines come back in the same order.
 * @returns the lines in the order of their index, and the lists as XML
 */
export function writtenGroups(nodes: readonly BillNode[]): { lines: PlacedLine[]; xml: string } {
  const items: [string[], string[], string[]] = [[], [], []];
  const lines: PlacedLine[] = [];
  const pending: Place[] = nodes
    .map((node) => ({ node, level: 0, categories: [0, 0, 0] as const, title: "" }))
    .toReversed();
  for (let place = pending.pop(); place; place = pending.pop()) {
    const { node, level } = place;
    if (node.type === "line") {
      lines.push(place);
      continue;
    }
    const depth = Math.min(level, 2) as 0 | 1 | 2;
    const own = node.title ?? "";
    const title = level > 2 && place.title ? `${place.title}${joint}${own}` : own;
    const id = items[depth].length + 1;
    items[depth].push(item(lists[depth][1], id, title, node.code));
    const categories = place.categories.map((outer, at) => (at === depth ? id : outer)) as unknown as CategoryIds;
    const children = node.children ?? [];
    for (const child of children.toReversed()) {
      pending.push({ node: child, level: level + 1, categories, title: level >= 2 ? title : "" });
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
