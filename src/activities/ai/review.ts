import { randomBytes } from "node:crypto";
import type { AiRunInput } from "../../contracts/ai-run.js";
import type { Document } from "../../db/entities/document.js";
import { UnitOfWork } from "../../db/unit-of-work.js";
import type { RunFailure, RunVisibility } from "../../domain/ai-run.js";
import { wholeDay } from "../../domain/calendar/time.js";
import { acceptFindings } from "../../domain/drafting/accept-findings.js";
import { reviewAnswerSchema } from "../../domain/drafting/answers.js";
import { reviewPrompt } from "../../domain/drafting/review-prompt.js";
import { noOthers, type ReviewInput } from "../../domain/review/input.js";
import { reviewDocument } from "../../domain/review/review-document.js";
import type { Dependencies } from "../dependencies.js";
import { callModel, judgeAnswer } from "./call-model.js";
import { recordsAround } from "./records-around.js";
import { runFailure } from "./run-failure.js";
import { openRunAndDocument, recordStart, requireSettings, updateOpenRun } from "./runs.js";

const maxOutputTokens = 8_000;

export const createReviewActivities = (deps: Dependencies) => ({
  /** Asks the model what else is wrong with a document, saves its findings with the run, and marks the run as done. */
  async askForReview(input: AiRunInput): Promise<void> {
    const found = await openRunAndDocument(deps, input);
    if (!found) return;
    const { run, document } = found;
    if (run.documentVersion !== document.version) throw runFailure(documentChanged);
    const settings = await requireSettings(deps, input.organizationId);
    const reviewed = await reviewInput(new UnitOfWork(deps.database), document, run.visibility);
    const { findings: fixed } = reviewDocument(reviewed);
    const call = reviewPrompt(reviewed, fixed, randomBytes(12).toString("hex"));
    await recordStart(deps, input, settings, call);
    const answer = await callModel(deps, input, settings, (ask, signal) =>
      ask({ settings, ...call, schema: reviewAnswerSchema, maxOutputTokens, signal }),
    );
    const findings = judgeAnswer(deps, input, () => acceptFindings(answer, reviewed.document, fixed, call));
    await updateOpenRun(deps, input, (_, now) => ({ status: "done", finishedAt: now, findings }));
  },
});

/** The findings of the fixed checks, which the same answer holds, are about the earlier text. */
const documentChanged: RunFailure = {
  code: "document_changed",
  message: "The document was edited before the model read it; ask for the review again.",
};

/** What a reviewing model is shown: the document, its contact and its project. Only the fixed checks use other records. */
async function reviewInput(unit: UnitOfWork, document: Document, visibility: RunVisibility): Promise<ReviewInput> {
  const { timezone } = await unit.organization(document.organizationId);
  return {
    document: { ...document, totals: document.figures.totals },
    ...(await recordsAround(unit, document, visibility)),
    ...noOthers,
    today: wholeDay(new Date(), timezone),
    timezone,
  };
}
