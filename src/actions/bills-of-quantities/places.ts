import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { type Path, pathsOfSection } from "../../domain/bill-edit.js";
import { type ActionError, invalidInput } from "../../domain/errors.js";

/** The error for indexes that no line of the bill has. */
export const lineIndexOutOfRange = ({ lineCount }: BillOfQuantities, pointers: readonly string[]): ActionError =>
  invalidInput(
    pointers.map((pointer) => ({
      pointer,
      detail:
        lineCount === 0
          ? "is out of range: the bill has no lines"
          : `must lie between 0 and ${lineCount - 1}, the bill's lines`,
    })),
  );

/** The ways to all sections with these titles; at least one. @throws invalid_input if there is none */
export function requireSections({ nodes }: BillOfQuantities, titles: readonly string[]): Path[] {
  const found = pathsOfSection(nodes, titles);
  if (found.length > 0) return found;
  throw invalidInput([{ pointer: "/section", detail: "the bill has no such section; give its titles as they stand" }]);
}
