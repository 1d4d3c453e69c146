import { randomBytes } from "node:crypto";
import type { AiRunInput } from "../../contracts/ai-run.js";
import { byWorkflow } from "../../db/audit.js";
import { AiRun } from "../../db/entities/ai-run.js";
import { Document } from "../../db/entities/document.js";
import { organizationQuery } from "../../db/organization-query.js";
import { linkWriter, removedLink, updateDocumentLinks } from "../../db/quote-links.js";
import { transact } from "../../db/transact.js";
import { UnitOfWork } from "../../db/unit-of-work.js";
import type { AiSettings } from "../../domain/ai-settings.js";
import { marksLostNotes } from "../../domain/documents/lost-marks.js";
import { replaceLines } from "../../domain/documents/replace-lines.js";
import { type AcceptedDraft, acceptDraft } from "../../domain/drafting/accept-draft.js";
import { draftAnswerSchema } from "../../domain/drafting/answers.js";
import { withNotes } from "../../domain/drafting/draft-notes.js";
import { draftPrompt } from "../../domain/drafting/draft-prompt.js";
import type { PriceSource } from "../../domain/drafting/input.js";
import type { Dependencies } from "../dependencies.js";
import { callModel, judgeAnswer } from "./call-model.js";
import { draftInput } from "./draft-input.js";
import { priceBookTools } from "./price-book-tools.js";
import { pricesWithCodes, searchBooks } from "./price-sources.js";
import { requireAccess } from "./requester.js";
import { runFailure } from "./run-failure.js";
import { openRunAndDocument, recordStart, requireSettings, updateOpenRun } from "./runs.js";

const maxOutputTokens = 16_000;

export const createDraftActivities = (deps: Dependencies) => ({
  /**
   * Asks the model for a draft and saves the accepted part of its answer with the run. If the run already has an answer, it does
   * nothing: no answer is paid for twice because a worker died just after it came.
   */
  async askForDraft(input: AiRunInput): Promise<void> {
    const found = await openRunAndDocument(deps, input);
    if (!found || isAnswered(found.run, found.document)) return;
    const { run, document } = found;
    requireDraft(document);
    const settings = await requireSettings(deps, input.organizationId);
    const answer = await acceptedDraft(deps, input, settings, run, document);
    await updateOpenRun(deps, input, () => ({ answer, documentVersion: document.version }));
  },

  /**
   * Writes the run's answer into its document, unless the document has changed since the model read it. It happens only once: the
   * same commit marks the run as done.
   */
  async applyDraft(input: AiRunInput): Promise<{ outcome: "drafted" | "outdated" | "gone" }> {
    const trail = byWorkflow(input.organizationId, "draft_document_from_instructions");
    return transact(deps.database, trail, async (unit) => {
      const run = await unit.find(AiRun, input.organizationId, input.runId);
      // An earlier attempt committed, but its result never reached Temporal.
      if (run?.status === "done") return { outcome: "drafted" };
      // Locked, so that nobody links a line while the lines are replaced.
      const document = run && (await unit.lock(Document, input.organizationId, run.documentId));
      if (!run?.isOpen || !document) return { outcome: "gone" };
      unit.actAs(run);
      await requireAccess(unit, run, document);
      requireDraft(document);
      if (!run.answer || !isAnswered(run, document)) return { outcome: "outdated" };
      const { changed, notes: said, ...after } = run.answer;
      const before = Object.fromEntries(changed.map((field) => [field, document[field]]));
      const diff = changed.length > 0 ? { before, after } : null;
      const { lineItems } = document;
      const replaced = after.lineItems && replaceLines(document, after.lineItems);
      unit.update(document, {
        ...after,
        ...(replaced && { lineItems: replaced.lineItems, sections: replaced.sections }),
      });
      const writer = linkWriter(unit, input.organizationId);
      const removed = await updateDocumentLinks(writer, document.id, lineItems, document.lineItems, replaced?.follow);
      const notes = withNotes(marksLostNotes(replaced?.lost ?? []), said);
      const outcome = { answer: null, changed, diff, notes, removedLinks: removed.map(removedLink) };
      unit.update(run, { status: "done", finishedAt: unit.now, ...outcome });
      return { outcome: "drafted" };
    });
  },
});

const isAnswered = (run: AiRun, document: Document): boolean =>
  run.answer !== null && run.documentVersion === document.version;

/** @throws ApplicationFailure document_closed, if the document is no longer a draft */
function requireDraft({ status }: Document): void {
  if (status === "draft") return;
  const message = `The document became ${status} meanwhile, so nothing was drafted; set it back to draft with set_document_status, and ask again.`;
  throw runFailure({ code: "document_closed", message });
}

/** The part of the model's answer that a model may change. @throws ApplicationFailure; an error of the search for prices */
async function acceptedDraft(
  deps: Dependencies,
  input: AiRunInput,
  settings: AiSettings,
  run: AiRun,
  document: Document,
): Promise<AcceptedDraft> {
  const { priceBooks } = run.visibility;
  const shown = await draftInput(new UnitOfWork(deps.database), run, document);
  const call = draftPrompt(shown, randomBytes(12).toString("hex"));
  await recordStart(deps, input, settings, call);
  const found: PriceSource[] = [];
  const query = organizationQuery(deps.database, input.organizationId);
  let searchError: unknown = null;
  const search = async (words: string) => {
    try {
      const sources = await searchBooks(query, document, words);
      found.push(...sources);
      return sources;
    } catch (error) {
      searchError = error;
      // The model reads the message of what is thrown here.
      throw new Error("The price books can't be searched now.");
    }
  };
  const answer = await callModel(deps, input, settings, async (ask, signal) => {
    const tools = priceBooks ? { tools: priceBookTools(call.pseudonyms, search) } : {};
    return ask({ settings, ...call, schema: draftAnswerSchema, ...tools, maxOutputTokens, signal });
  });
  // The model continued without prices that may exist.
  if (searchError) throw searchError;
  const codes = (answer.lineItems ?? []).flatMap(({ code }) => code ?? []);
  if (priceBooks) found.push(...(await pricesWithCodes(query, document, codes)));
  return judgeAnswer(deps, input, () => acceptDraft(answer, { input: shown, call, found }));
}
