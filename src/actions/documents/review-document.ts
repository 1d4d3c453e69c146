import { z } from "zod";
import { aiSettings } from "../../db/ai-settings.js";
import type { AiRun } from "../../db/entities/ai-run.js";
import { Document } from "../../db/entities/document.js";
import { mergeReview } from "../../domain/drafting/accept-findings.js";
import { notFound } from "../../domain/errors.js";
import { mayAskModel } from "../../domain/permissions.js";
import { reviewDocument } from "../../domain/review/review-document.js";
import { readabilityLevels } from "../../domain/text/gulpease.js";
import { defineAction } from "../action.js";
import { findingResult } from "./ai-run-results.js";
import { findRun, requestRun, sameReview } from "./ai-runs.js";
import { docId } from "./fields.js";
import { reviewCost } from "./review-cost.js";
import { readReviewInput } from "./review-input.js";

export const reviewDocumentAction = defineAction({
  name: "review_document",
  title: { en: "Review a document before issuing it", it: "Esamina un documento" },
  description:
    "Checks a document for unclear prices, missing details, legal and formal faults and readability, with fixed checks and the configured language model. Changes nothing. While document, contact and project stay the same, the model is asked only once. A caller whose role or key only allows reading in the organization gets only the fixed checks.",
  area: "documents",
  permissions: ["documents:view"],
  effect: "ask",

  input: z.strictObject({ docId }),
  result: z.object({
    docId: z.string(),
    ready: z.boolean().describe("false if any finding is an error"),
    score: z.number().describe("0–100"),
    readability: z.object({
      index: z.literal("gulpease"),
      value: z.number().nullable(),
      level: z.enum(readabilityLevels),
    }),
    findings: z.array(findingResult),
    model: z.string().nullable().describe("the language model that added findings; null: only fixed checks"),
    omitted: z
      .array(z.string())
      .default([])
      .describe("`model`: the caller may only read, so no language model was asked"),
    workflowId: z
      .string()
      .optional()
      .describe("of the model's review, if it takes longer than a minute; get_document shows the outcome"),
  }),

  async run({ docId }, ctx) {
    await ctx.atOneMoment();
    const document = await ctx.load(Document, { docId });
    const input = await readReviewInput(ctx, document);
    // The run below counts against the daily quota, which others change at the same time: in a snapshot, Postgres would refuse that.
    await ctx.endMoment();
    ctx.spend(reviewCost(input));
    const fixed = { docId: document.id, ...reviewDocument(input), model: null };
    if (!mayAskModel(ctx.caller)) return { ...fixed, omitted: ["model"] };
    const settings = await aiSettings(ctx.query, ctx.config);
    const known = settings && (await sameReview(ctx, document, settings));
    if (known) return withModel(fixed, known);
    const workflowId = settings ? await requestRun(ctx, document, "review", null) : null;
    return { ...fixed, omitted: [], ...(workflowId === null ? {} : { workflowId }) };
  },

  finish: {
    awaits: ({ workflowId }) => workflowId ?? null,
    async read({ workflowId = "", ...fixed }, ctx) {
      const run = await findRun(ctx, workflowId);
      if (!run) throw notFound("docId", fixed.docId);
      return run.status === "done" ? withModel(fixed, run) : fixed;
    },
  },
});

/** A review, with the results of a model's finished run. */
const withModel = <R extends Parameters<typeof mergeReview>[0]>(fixed: R, { findings, model }: AiRun) => ({
  ...fixed,
  ...mergeReview(fixed, findings ?? []),
  model,
});
