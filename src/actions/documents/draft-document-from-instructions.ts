import { z } from "zod";
import { aiSettings } from "../../db/ai-settings.js";
import { Document } from "../../db/entities/document.js";
import { draftedFields } from "../../domain/ai-run.js";
import { noModel } from "../../domain/ai-settings.js";
import { notFound, rateLimited, unprocessable } from "../../domain/errors.js";
import { defineAction } from "../action.js";
import { quoteLinkResult } from "../bills-of-quantities/results.js";
import { omitted } from "../embedded-records.js";
import { findRun, requestRun } from "./ai-runs.js";
import { docId, instructions, notEditable, presentDocument } from "./fields.js";
import { documentResult } from "./results.js";
import { presentRemovedLinks, removedLinksText } from "./visible-links.js";

const finishedDraft = z.object({
  changed: z.array(z.enum(draftedFields)),
  model: z.string(),
  notes: z.string().nullable().describe("the sources of prices, and what must be confirmed"),
  removedLinks: z.array(quoteLinkResult).describe(removedLinksText),
});
const runningDraft = z.object({
  status: z.literal("running").describe("the draft takes longer than a minute; get_document shows the outcome"),
  workflowId: z.string(),
});

const tooManyRuns = rateLimited(
  "This organization has too many open requests to the language model; try again when some have ended.",
  30,
);

export const draftDocumentFromInstructions = defineAction({
  name: "draft_document_from_instructions",
  title: { en: "Draft a document from instructions", it: "Scrive una bozza con il modello linguistico" },
  description:
    "Drafts or improves a draft's body and line items with the configured language model; the document stays in draft. The call waits up to a minute; a longer draft continues in the background (see get_document).",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "update",
  changesByModel: true,

  input: z.strictObject({ docId, instructions }),
  result: documentResult.extend({ draft: z.union([finishedDraft, runningDraft]), omitted }),

  async run({ docId, instructions }, ctx) {
    const document = await ctx.load(Document, { docId });
    if (document.status !== "draft") throw notEditable(document);
    if (!(await aiSettings(ctx.query, ctx.config))) throw unprocessable(noModel);
    const workflowId = await requestRun(ctx, document, "draft", instructions);
    if (workflowId === null) throw tooManyRuns;
    return { ...presentDocument(document), draft: { status: "running" as const, workflowId } };
  },

  finish: {
    awaits: ({ draft }) => ("workflowId" in draft ? draft.workflowId : null),
    async read({ id, draft }, ctx) {
      const run = "workflowId" in draft ? await findRun(ctx, draft.workflowId) : null;
      if (!run) throw notFound("docId", id);
      const document = await ctx.load(Document, { docId: id });
      if (run.status !== "done") throw unprocessable(run.error ?? "The draft was stopped; ask again.");
      const { changed, model, notes } = run;
      const removedLinks = presentRemovedLinks(ctx, document, run.removedLinks);
      return { ...presentDocument(document), draft: { changed, model: model ?? "", notes, removedLinks } };
    },
  },
});
