import type { WakeableContract } from "./workflow-contract.js";

export type ImportPriceBookInput = { organizationId: string; importId: string };

/** Sent together with a start, to replace a workflow that was lost, or whose book was deleted and is back. An open workflow ignores it. */
export const importAgain = { name: "importAgain" } as const;

export const importPriceBook: WakeableContract<{ importId: string }> = {
  type: "importPriceBook",
  wakeBy: importAgain,
  workflowId: ({ importId }) => `import-price-book:${importId}`,
  input: ({ organizationId, importId }): ImportPriceBookInput => ({ organizationId, importId }),
  summary: () => "Reads a price list into a price book",
  recordId: ({ importId }) => importId,
};
