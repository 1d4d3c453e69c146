import type { Document } from "../../db/entities/document.js";
import { maxViolations, unprocessable } from "../../domain/errors.js";
import { htmlAsText } from "../../domain/messages/html-as-text.js";
import { documentWarnings, noteWarnings, warnsOfError } from "../../domain/review/warnings.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";
import { reviewCost } from "./review-cost.js";
import { readReviewInput } from "./review-input.js";

/** The errors that the fixed checks find in a document, and the warnings that count as much. @param note what its mail says */
export async function documentErrors(ctx: ActionContext, document: Document, note = ""): Promise<Warning[]> {
  const input = await readReviewInput(ctx, document);
  ctx.spend(reviewCost(input));
  return [...documentWarnings(input), ...noteWarnings(input, note), ...htmlAsText(note, "/message")];
}

/**
 * Like `documentErrors`, for a document that is about to be issued.
 * @throws unprocessable if there are any and the organization issues nothing with errors
 */
export async function errorsBeforeIssue(ctx: ActionContext, document: Document): Promise<Warning[]> {
  const found = await documentErrors(ctx, document);
  const errors = found.filter(warnsOfError);
  if (errors.length > 0 && (await refusesErrors(ctx))) throw refusal(errors);
  return found;
}

/** Whether the organization issues no document with errors: `organization update --issue-check refuse`. */
const refusesErrors = async (ctx: ActionContext): Promise<boolean> =>
  (await ctx.organization()).issueCheck === "refuse";

function refusal(errors: readonly Warning[]) {
  const named = errors.slice(0, maxViolations).map(({ code, pointer, detail }) => `${code} at ${pointer}: ${detail}`);
  const hidden = errors.length - named.length;
  const all = [...named, ...(hidden > 0 ? [`And ${hidden} more.`] : [])].join(" ");
  return unprocessable(
    `The document was not issued: this organization doesn't issue documents in which the fixed checks find errors. ${all} Correct them and issue it again; review_document shows them in full.`,
  );
}
