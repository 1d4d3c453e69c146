import { defineSignal, setHandler } from "@temporalio/workflow";
import { type RenderDocumentInput, renderAgain } from "../contracts/render-document.js";
import { quick } from "./activities.js";

/** Makes the PDF that somebody waits for. */
export async function renderDocument({ organizationId, renderingId }: RenderDocumentInput): Promise<void> {
  setHandler(defineSignal(renderAgain.name), () => undefined);
  await quick.makePdf({ organizationId, renderingId });
}
