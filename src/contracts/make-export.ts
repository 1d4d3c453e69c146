import { aboutRow, type RowInput, type WorkflowContract } from "./workflow-contract.js";

export type MakeExportInput = RowInput<"exportId">;

export const makeExport: WorkflowContract<{ exportId: string }> = {
  ...aboutRow("makeExport", "make-export", "exportId"),
  summary: () => "Makes the file of an export",
};
