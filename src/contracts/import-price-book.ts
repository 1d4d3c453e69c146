import { aboutRow, type RowInput, type WakeableContract } from "./workflow-contract.js";

export type ImportPriceBookInput = RowInput<"importId">;

/** Sent together with a start, to replace a workflow that was lost, or whose book was deleted and is back. An open workflow ignores it. */
export const importAgain = { name: "importAgain" } as const;

export const importPriceBook: WakeableContract<{ importId: string }> = {
  ...aboutRow("importPriceBook", "import-price-book", "importId"),
  wakeBy: importAgain,
  summary: () => "Reads a price list into a price book",
};
