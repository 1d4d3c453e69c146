import { type BillNode, maxBillNodes } from "../../domain/bill/bill.js";
import { UnreadableFile } from "../unreadable-file.js";

/** A section on the path to a line. Under one parent, the same section always has the same `key`. */
export interface PathStep {
  key: string;
  title: string;
  code: string | null;
  /** what the file says about the section besides its title */
  desc?: string | undefined;
}

/** Our bills have 64 levels; the lowest holds lines only. */
export const maxSteps = 63;

interface Section {
  children: BillNode[];
  byKey: Map<string, Section>;
}

const empty = (): Section => ({ children: [], byKey: new Map() });

/** Builds a bill's tree line by line. Groups the lines of a section, wherever they stand in the file. */
export class SectionTree {
  private readonly root = empty();
  private sections = 0;

  /** @throws UnreadableFile for more sections than a bill can hold */
  add(path: readonly PathStep[], line: BillNode): void {
    let section = this.root;
    for (const { key, title, code, desc } of path) {
      let inner = section.byKey.get(key);
      if (!inner) {
        if (++this.sections > maxBillNodes)
          throw new UnreadableFile("too_large", `The file has more than ${maxBillNodes} sections. Split it.`);
        inner = empty();
        section.byKey.set(key, inner);
        const texts = { title, ...(code === null ? {} : { code }), ...(desc ? { desc } : {}) };
        section.children.push({ type: "section", ...texts, children: inner.children });
      }
      section = inner;
    }
    section.children.push(line);
  }

  get nodes(): BillNode[] {
    return this.root.children;
  }
}
