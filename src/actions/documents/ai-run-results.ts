import { z } from "zod";
import type { AiRun } from "../../db/entities/ai-run.js";
import type { Document } from "../../db/entities/document.js";
import { aiRunKinds, aiRunStatuses, draftedFields } from "../../domain/ai-run.js";
import type { Caller } from "../../domain/permissions.js";
import { findingCategories, severities } from "../../domain/review/finding.js";
import { quoteLinkResult } from "../bills-of-quantities/results.js";
import type { ActionContext } from "../context.js";
import { recordOf } from "../record-areas.js";
import { instant } from "../results.js";
import { lineItemResult } from "./results.js";
import { presentRemovedLinks } from "./visible-links.js";

/** A finding of a review as callers see it. */
export const findingResult = z.object({
  severity: z.enum(severities),
  category: z.enum(findingCategories),
  code: z.string(),
  field: z.string().describe("JSON Pointer into the document"),
  message: z.string(),
  suggestion: z.string(),
});

const text = z.string().nullable();
const content = z.object({ body: text, lineItems: z.array(lineItemResult) }).partial();

/** An AI run as callers see it. */
export const aiRunResult = z.object({
  id: z.string(),
  workflowId: z.string(),
  kind: z.enum(aiRunKinds),
  status: z.enum(aiRunStatuses),
  userId: text.describe(
    "who asked; null: a key of the organization itself, or somebody else, if the caller is a guest",
  ),
  keyId: text,
  client: text.describe("the MCP client's name"),
  instructions: text,
  requestedAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  provider: text,
  model: text,
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  costEur: z.number().nullable().describe("null: unknown"),
  changed: z.array(z.enum(draftedFields)),
  diff: z.object({ before: content, after: content }).nullable().describe("what a draft changed"),
  removedLinks: z
    .array(quoteLinkResult)
    .describe("links to bills of quantities that a draft removed, as update_document does"),
  notes: text,
  findings: z.array(findingResult).nullable().describe("what a review added to the fixed checks"),
  error: text.describe("why it failed, and what to do"),
});

recordOf(aiRunResult, "documents");

const mostRuns = 20;

type Run = z.input<typeof aiRunResult>;

/** The latest runs of a document, newest first, without the parts that the caller may not see. */
export async function latestRuns(ctx: ActionContext, document: Document): Promise<Run[]> {
  const runs = await ctx.query<Omit<Run, "removedLinks"> & Pick<AiRun, "removedLinks">>(
    `select id, workflow_id as "workflowId", kind, status, user_id as "userId", key_id as "keyId", client, instructions,
       created_at as "requestedAt", started_at as "startedAt", finished_at as "finishedAt", provider, model,
       input_tokens as "inputTokens", output_tokens as "outputTokens", cost_eur as "costEur", changed, diff, removed_links as "removedLinks", notes, findings, error
     from ai_run where organization_id = $1 and document_id = $2 order by id desc limit ${mostRuns}`,
    document.id,
  );
  return runs.map(({ removedLinks, ...run }) => ({
    ...run,
    removedLinks: presentRemovedLinks(ctx, document, removedLinks),
    ...(isOwn(run, ctx.caller) ? {} : hiddenFields(ctx)),
  }));
}

const isOwn = (run: Pick<Run, "userId" | "keyId">, { userId, keyId }: Caller): boolean =>
  run.userId === userId && (userId !== null || run.keyId === keyId);

/**
 * The fields of other callers' runs that this caller may not see, set to null. Notes may quote price books, findings contacts; guests
 * don't see how the organization works with the model.
 */
const hiddenFields = (ctx: ActionContext): Partial<Run> => ({
  ...(ctx.may("price_books:view") ? {} : { notes: null }),
  ...(ctx.may("contacts:view") ? {} : { findings: null }),
  ...(ctx.sharedWith === null ? {} : internalFields),
});
const internalFields = {
  userId: null,
  keyId: null,
  client: null,
  instructions: null,
  inputTokens: null,
  outputTokens: null,
  costEur: null,
  diff: null,
  error: null,
};
