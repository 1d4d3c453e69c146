import { setCurrentDetails } from "@temporalio/workflow";
import type { AiRunInput } from "../contracts/ai-run.js";
import { model, quick } from "./steps/activities.js";
import { carryOutRun } from "./steps/ai-run.js";

/** Lets a language model draft a document. If somebody edits the document meanwhile, the model is asked once more, about the new content. */
export async function draftDocument(input: AiRunInput): Promise<string> {
  return carryOutRun(input, async () => {
    for (const asking of [
      "Asking the language model for a draft.",
      "The document was edited meanwhile: asking the language model again, about the new content.",
    ]) {
      setCurrentDetails(asking);
      await model.askForDraft(input);
      setCurrentDetails("Writing the draft into the document.");
      const { outcome } = await quick.applyDraft(input);
      setCurrentDetails(
        outcome === "drafted" ? "The draft is in the document." : "The document has changed, or is gone.",
      );
      if (outcome !== "outdated") return outcome;
    }
    const message = "The document was edited twice while the model was drafting, so nothing was changed; ask again.";
    await quick.failRun({ ...input, code: "document_changed", message });
    return "failed";
  });
}
