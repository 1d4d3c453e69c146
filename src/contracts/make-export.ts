import type { WorkflowContract } from "./workflow-contract.js";

export type MakeExportInput = { organizationId: string; exportId: string };

export const makeExport: WorkflowContract<{ exportId: string }> = {
  type: "makeExport",
  workflowId: ({ exportId }) => `make-export:${exportId}`,
  input: ({ organizationId, exportId }): MakeExportInput => ({ organizationId, exportId }),
  summary: () => "Makes the file of an export",
  recordId: ({ exportId }) => exportId,
};
