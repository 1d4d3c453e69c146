import type { WorkflowContract } from "./workflow-contract.js";

export type MakeExportInput = { organizationId: string; exportId: string };

/** Sent together with a start, to replace a workflow that was lost. An open workflow ignores it. */
export const exportAgain = { name: "exportAgain" } as const;

interface Key {
  exportId: string;
}

export const makeExport: WorkflowContract<Key> = {
  type: "makeExport",
  wakeBy: exportAgain,
  workflowId: ({ exportId }) => `make-export:${exportId}`,
  input: ({ organizationId, exportId }): MakeExportInput => ({ organizationId, exportId }),
  summary: () => "Makes the file of an export",
  recordId: ({ exportId }) => exportId,
};
