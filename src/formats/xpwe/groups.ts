import { maxSteps, type PathStep } from "../bills/section-tree.js";
import { referenceOf } from "./numbers.js";
import type { XpweFields, XpweKind } from "./xpwe-parser.js";

interface WbsItem extends PathStep {
  parent: string | null;
}

/** More titles of one kind than a bill can have sections; what comes after isn't kept. */
const maxKept = 100_000;

type Level = 0 | 1 | 2;
type Tree = "chapters" | "categories";

const levelOf: Partial<Record<XpweKind, { tree: Tree; level: Level }>> = {
  DGSuperCapitoliItem: { tree: "chapters", level: 0 },
  DGCapitoliItem: { tree: "chapters", level: 1 },
  DGSubCapitoliItem: { tree: "chapters", level: 2 },
  DGSuperCategorieItem: { tree: "categories", level: 0 },
  DGCategorieItem: { tree: "categories", level: 1 },
  DGSubCategorieItem: { tree: "categories", level: 2 },
};

const trimmed = (text: string | undefined): string => text?.trim() ?? "";

/** The titles of an XPWE file: chapters of its price list, categories of its bill, and a work breakdown structure of either. */
export class XpweGroups {
  private readonly titles = { chapters: threeMaps(), categories: threeMaps() };
  private readonly wbs = { chapters: new Wbs(), categories: new Wbs() };
  private wbsTree: Tree = "categories";

  opened(kind: XpweKind): void {
    if (kind === "PweDGWBS") this.wbsTree = "categories";
    if (kind === "PweDGWBSCAP") this.wbsTree = "chapters";
  }

  /** Takes a record that is a title; others are left alone. */
  closed(kind: XpweKind, fields: XpweFields): void {
    const at = levelOf[kind];
    const id = referenceOf(fields.ID);
    if (at && id !== null && this.titles[at.tree][at.level].size < maxKept) {
      const desc = trimmed(fields.DesEstesa);
      const title = trimmed(fields.DesSintetica) || desc || trimmed(fields.Codice);
      this.titles[at.tree][at.level].set(id, {
        key: `${at.level} ${id}`,
        title,
        code: trimmed(fields.Codice) || null,
        desc: desc === title ? undefined : desc,
      });
    }
    if (kind === "DGWBSItem") this.wbs[this.wbsTree].add(fields);
    if (kind === "DGWBSCAPItem") this.wbs.chapters.add(fields);
  }

  /** The titles that three ids name, from the outermost inwards, and the ids that name none. */
  path(tree: Tree, fields: readonly (string | undefined)[]): { steps: PathStep[]; missing: string[] } {
    const steps: PathStep[] = [];
    const missing: string[] = [];
    for (const [level, titles] of this.titles[tree].entries()) {
      const id = referenceOf(fields[level]);
      const step = id === null ? undefined : titles.get(id);
      if (step) steps.push(step);
      else if (id !== null) missing.push(id);
    }
    return { steps, missing };
  }

  wbsPath(tree: Tree, code: string | undefined): PathStep[] {
    return this.wbs[tree].path(trimmed(code));
  }
}

const threeMaps = (): [Map<string, PathStep>, Map<string, PathStep>, Map<string, PathStep>] => [
  new Map(),
  new Map(),
  new Map(),
];

/** A work breakdown structure: items name their parents by `CU`, lines name items by `CODICE`, in some programs by `CU` too. */
class Wbs {
  private readonly byCode = new Map<string, WbsItem>();
  private readonly byUnit = new Map<string, WbsItem>();
  private readonly paths = new Map<string, PathStep[]>();

  add(fields: XpweFields): void {
    if (this.byUnit.size >= maxKept || this.byCode.size >= maxKept) return;
    const key = trimmed(fields.CU) || trimmed(fields.ID);
    const code = trimmed(fields.CODICE);
    const title = trimmed(fields.TITOLO) || code;
    const item = { key: `wbs ${key}`, title, code: code || null, parent: trimmed(fields.CUParent) || null };
    if (key) this.byUnit.set(key, item);
    if (code) this.byCode.set(code, item);
  }

  path(code: string): PathStep[] {
    const known = this.paths.get(code);
    if (known) return known;
    const steps: PathStep[] = [];
    const seen = new Set<WbsItem>();
    let item = this.byCode.get(code) ?? this.byUnit.get(code);
    while (item && !seen.has(item) && steps.length < maxSteps) {
      seen.add(item);
      steps.push(item);
      item = item.parent === null ? undefined : this.byUnit.get(item.parent);
    }
    steps.reverse();
    this.paths.set(code, steps);
    return steps;
  }
}
