import { letters } from "../text/letters.js";
import { type BillMeasurement, type BillNode, computedLine, type LineFigures, sectionTotal } from "./bill.js";
import { countedRow, shownQuantity } from "./bill-measurements.js";

/** A section of a bill, where it begins. */
export interface SectionRow {
  kind: "section";
  /** 0 for a top-level section */
  level: number;
  /** `A`, and within it `A.1`, `A.1.1`: no line number looks like this */
  number: string;
  /** its position among its sibling sections, from 1 */
  place: number;
  title: string;
  /** euro */
  total: number;
}

/** A line (voce) with its figures. */
export interface LineRow extends LineFigures {
  kind: "line";
  /** from 1, as people count them */
  number: number;
  node: BillNode;
}

/** A row of the line's measurements, in their order. */
export interface MeasurementRow {
  kind: "measurement";
  row: BillMeasurement;
  /** what it counts; a partial's running total; 0 for a note */
  quantity: number;
}

export type BillRow = SectionRow | LineRow | MeasurementRow | { kind: "sectionEnd"; section: SectionRow };

/**
 * A computed bill from top to bottom, as it is printed: sections, lines, and the measurement rows of each line. Not recursive, since the
 * sender chose the depth.
 * @param decimals of the bill's quantities; null: the usual two
 */
export function* billRows(nodes: readonly BillNode[], decimals: number | null = null): Generator<BillRow> {
  const open: { nodes: readonly BillNode[]; next: number; sections: number; section: SectionRow | null }[] = [
    { nodes, next: 0, sections: 0, section: null },
  ];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const node = level.nodes[level.next++];
    if (!node) {
      if (level.section) yield { kind: "sectionEnd", section: level.section };
      open.pop();
    } else if (node.type === "section") {
      const place = ++level.sections;
      const section: SectionRow = {
        kind: "section",
        level: open.length - 1,
        number: level.section ? `${level.section.number}.${place}` : letters(place),
        place,
        title: node.title ?? "",
        total: sectionTotal(node),
      };
      yield section;
      open.push({ nodes: node.children ?? [], next: 0, sections: 0, section });
    } else {
      const { index, quantity, unitPrice, amount } = computedLine(node);
      yield { kind: "line", number: index + 1, node, quantity, unitPrice, amount };
      for (const row of node.measurements ?? [])
        yield { kind: "measurement", row: countedRow(row), quantity: shownQuantity(row, decimals) };
    }
  }
}
