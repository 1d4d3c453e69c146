import { aboutRow, type RowInput, type WorkflowContract } from "./workflow-contract.js";

export type RenderDocumentInput = RowInput<"renderingId">;

export const renderDocument: WorkflowContract<{ renderingId: string }> = {
  ...aboutRow("renderDocument", "render-document", "renderingId"),
  summary: () => "Makes the PDF of a document",
};
