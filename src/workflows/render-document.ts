import type { RenderDocumentInput } from "../contracts/render-document.js";
import { typesetting } from "./steps/activities.js";

/** Makes the PDF that somebody waits for. */
export async function renderDocument(input: RenderDocumentInput): Promise<void> {
  await typesetting.makePdf(input);
}
