import type { MakeExportInput } from "../contracts/make-export.js";
import { typesetting } from "./steps/activities.js";

/** Makes the file of an export that somebody waits for. */
export async function makeExport(input: MakeExportInput): Promise<void> {
  await typesetting.makeExportFile(input);
}
