import { type BillNode, type ComputedBill, computeBill } from "../../domain/bill/bill.js";
import { pointersToLines } from "../../domain/bill/bill-edit.js";
import type { BillFault } from "../../domain/bill/bill-repeats.js";
import { invalidInput, type Violation } from "../../domain/errors.js";
import { isWithinBounds, numberBounds } from "../../domain/number-limits.js";

interface Check {
  /** whether only the caller uses the nodes, so that the figures may be written into them */
  isOwn?: boolean;
  /** the pointer to the part of the request at fault, if that isn't the nodes themselves */
  culprit?: string | undefined;
  /** of the bill's quantities */
  quantityDecimals?: number | null;
  /** the JSON Pointer to a line whose measurements are in the request, by its index; undefined: they were stored before */
  pointerToSent?: ((index: number) => string | undefined) | undefined;
}

/**
 * Computes a bill from well-formed nodes.
 * @param pointer the JSON Pointer to the nodes in the request
 * @throws invalid_input if a figure of a line, a section or the bill is too large to be exact to the cent, or if a row in the request
 *   repeats its own line or one that doesn't exist
 */
export function computeCheckedBill(
  nodes: BillNode[],
  pointer: string,
  { culprit, quantityDecimals = null, pointerToSent = () => undefined, isOwn = false }: Check = {},
): ComputedBill {
  const { faults, ...bill } = computeBill(nodes, quantityDecimals, isOwn);
  const violations = blamed(overflows(bill.nodes, pointer), culprit);
  if (!isWithinBounds(bill.total))
    violations.push({ pointer: culprit ?? pointer, detail: `their total ${numberBounds}` });
  violations.push(...faults.flatMap((fault) => repeatViolation(fault, pointerToSent(fault.index))));
  if (violations.length > 0) throw invalidInput(violations);
  return bill;
}

const repeatDetails = {
  circle: "repeats a line that repeats this one in turn: a circle has no quantity",
  missing_line: "must be the index of a line of the bill",
};

function repeatViolation({ code, row }: BillFault, line: string | undefined): Violation[] {
  if (line === undefined || code === "unreadable_expression") return [];
  return [{ pointer: `${line}/measurements/${row}/sameAs/line`, detail: repeatDetails[code] }];
}

/** The pointers to lines that were sent as `lines`, for the check of their rows. @param first the index that the first of them has in the bill */
export function pointersToSent(sent: BillNode[], first = 0): (index: number) => string | undefined {
  let pointers: string[] | undefined;
  return (index) => {
    pointers ??= pointersToLines(sent, "/lines");
    return pointers[index - first];
  };
}

/** The violations; they point to `culprit` if that is set, instead of the nodes. */
export const blamed = (violations: Violation[], culprit: string | undefined): Violation[] =>
  culprit === undefined ? violations : violations.map(({ detail }) => ({ pointer: culprit, detail }));

/** The violations of nodes with a computed figure that is too large. */
function overflows(computedNodes: BillNode[], pointer: string): Violation[] {
  const found: Violation[] = [];
  for (const [index, computedNode] of computedNodes.entries()) {
    const nodePointer = `${pointer}/${index}`;
    const figures = computedNode.computed as Record<string, number>;
    for (const name in figures) {
      if (name !== "index" && !isWithinBounds(figures[name] as number))
        found.push({ pointer: nodePointer, detail: `its ${name} ${numberBounds}` });
    }
    if (computedNode.type !== "line") found.push(...overflows(computedNode.children ?? [], `${nodePointer}/children`));
  }
  return found;
}
