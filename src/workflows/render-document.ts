import type { RenderDocumentInput } from "../contracts/render-document.js";
import { typesetting } from "./activities.js";

/** Makes the PDF that somebody waits for. */
export async function renderDocument({ organizationId, renderingId }: RenderDocumentInput): Promise<void> {
  await typesetting.makePdf({ organizationId, renderingId });
}
