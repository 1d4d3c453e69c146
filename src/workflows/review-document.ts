import { setCurrentDetails } from "@temporalio/workflow";
import type { AiRunInput } from "../contracts/ai-run.js";
import { model } from "./steps/activities.js";
import { carryOutRun } from "./steps/ai-run.js";

/** Lets a language model review a document, in addition to the fixed checks. The document is not changed. */
export async function reviewDocument(input: AiRunInput): Promise<string> {
  return carryOutRun(input, async () => {
    setCurrentDetails("Asking the language model for a review.");
    await model.askForReview(input);
    setCurrentDetails("The model's findings are there.");
    return "reviewed";
  });
}
