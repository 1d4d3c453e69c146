import type { BillNode } from "../../domain/bill.js";
import type { PathStep } from "./groups.js";

interface Section {
  children: BillNode[];
  byKey: Map<string, Section>;
}

const empty = (): Section => ({ children: [], byKey: new Map() });

/** Builds a bill's tree line by line. Lines of one section come together, wherever in the file they stand. */
export class SectionTree {
  private readonly root = empty();

  add(path: readonly PathStep[], line: BillNode): void {
    let section = this.root;
    for (const { key, title, code } of path) {
      let inner = section.byKey.get(key);
      if (!inner) {
        inner = empty();
        section.byKey.set(key, inner);
        section.children.push({ type: "section", title, ...(code === null ? {} : { code }), children: inner.children });
      }
      section = inner;
    }
    section.children.push(line);
  }

  get nodes(): BillNode[] {
    return this.root.children;
  }
}
