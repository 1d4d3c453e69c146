import { product } from "../money.js";
import { type BillMeasurement, type BillNode, flattenLines } from "./bill.js";
import { mapLines } from "./bill-edit.js";
import { countOf, repeatedBy } from "./bill-measurements.js";

/** Updates the line indexes in rows that repeat lines. @param newIndex gives a line's new index for its old one; null: it is deleted */
export const withRepeatsMoved = (nodes: BillNode[], newIndex: (index: number) => number | null): BillNode[] =>
  mapRepeats(nodes, (row, line) => {
    const index = newIndex(line);
    return index === null || index === line || !row.sameAs ? row : { ...row, sameAs: { ...row.sameAs, line: index } };
  });

/** A row whose repeated line was deleted, with the indexes from before. */
export interface EndedRepeat {
  index: number;
  row: number;
  deleted: number;
}

/**
 * A computed bill's nodes without some of its lines. Rows that repeated a removed line now hold its quantity as a number, so they count
 * as before; the other rows still hold the old indexes.
 */
export function withoutLines(
  nodes: BillNode[],
  deleted: ReadonlySet<number>,
): { nodes: BillNode[]; ended: EndedRepeat[] } {
  const quantities = flattenLines(nodes).map(({ quantity }) => quantity);
  const ended: EndedRepeat[] = [];
  const independent = mapRepeats(nodes, (measurement, line, { index, row }) => {
    if (!deleted.has(line)) return measurement;
    if (!deleted.has(index)) ended.push({ index, row, deleted: line });
    return withNumber(measurement, quantities[line] ?? 0);
  });
  return { nodes: mapLines(independent, (line, index) => (deleted.has(index) ? null : line)), ended };
}

/** Decimals kept of a quantity times its factors: more than any three of them have together. */
const exactDecimals = 12;

/** A row that holds the repeated quantity as a number. */
function withNumber(row: BillMeasurement, quantity: number): BillMeasurement {
  const { sameAs, countExpression, computed: _, ...rest } = row;
  const count = countOf(row);
  if (count === null) return { ...rest, countExpression };
  return { ...rest, count: product([quantity, sameAs?.factor ?? 1, count], exactDecimals) };
}

/** The nodes with the rows that repeat lines changed; lines and lists that stay the same aren't copied. */
function mapRepeats(
  nodes: BillNode[],
  change: (measurement: BillMeasurement, repeated: number, at: { index: number; row: number }) => BillMeasurement,
): BillNode[] {
  return mapLines(nodes, (line, index) => {
    if (!line.measurements?.some(repeatedBy)) return line;
    const measurements = line.measurements.map((measurement, row) => {
      const repeated = repeatedBy(measurement);
      return repeated ? change(measurement, repeated.line, { index, row }) : measurement;
    });
    return { ...line, measurements };
  });
}
