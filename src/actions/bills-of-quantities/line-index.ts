import type { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
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
