import { z } from "zod";
import { AiRun } from "../../../db/entities/ai-run.js";
import type { Document } from "../../../db/entities/document.js";
import { type AiRunKind, aiRunKinds, aiRunStatuses, draftedFields, type RunSight } from "../../../domain/ai-run.js";
import { documentDeleted } from "../../../workflows/ai-run.js";
import { draftDocument, draftDocumentId } from "../../../workflows/draft-document.js";
import { reviewDocument, reviewDocumentId } from "../../../workflows/review-document.js";
import type { ActionContext } from "../../context.js";
import { instant, lineItemResult } from "../../results.js";

const of = {
  draft: { workflow: draftDocument, idOf: draftDocumentId, summary: "Drafts a document with a language model" },
  review: { workflow: reviewDocument, idOf: reviewDocumentId, summary: "Reviews a document with a language model" },
};

/** What of the firm's records the model may be shown in the caller's name. */
const sightOf = (ctx: ActionContext): RunSight => ({
  priceBooks: ctx.sharedWith === null && ctx.may("price_books:view"),
  bills: ctx.sharedWith !== null ? "project" : ctx.may("bills_of_quantities:view") ? "all" : "none",
});

/** Keeps a request to the language model, and orders the workflow that carries it out. @returns the workflow's id */
export async function requestRun(
  ctx: ActionContext,
  document: Document,
  kind: AiRunKind,
  instructions: string | null,
): Promise<string> {
  const [last] = await ctx.query<{ n: number }>(
    "select coalesce(max(n), 0) as n from ai_run where organization_id = $1 and document_id = $2 and kind = $3",
    document.id,
    kind,
  );
  const n = (last?.n ?? 0) + 1;
  const { workflow, idOf, summary } = of[kind];
  const workflowId = idOf(document.id, n);
  const { userId, keyId, connectionId, via, client } = ctx.caller;
  const asked = { userId, keyId, connectionId, via, client, instructions, sight: sightOf(ctx) };
  const run = ctx.insert(AiRun, { documentId: document.id, kind, n, workflowId, status: "queued", ...asked });
  const input = { organizationId: ctx.organizationId, runId: run.id };
  ctx.start({ workflow, workflowId, input, summary, projectId: document.projectId, recordId: document.id });
  return workflowId;
}

/** The run of a workflow; null where its document, and it with it, was deleted. */
export const runOf = async (ctx: ActionContext, workflowId: string): Promise<AiRun | null> =>
  (await ctx.all(AiRun, { workflowId }))[0] ?? null;

/** Ends what a model still does about a document that is being deleted. */
export async function endRuns(ctx: ActionContext, document: Document): Promise<void> {
  const runs = await ctx.all(AiRun, { documentId: document.id });
  for (const { kind, n } of runs.filter((run) => run.isOpen))
    ctx.signal(of[kind].idOf(document.id, n), documentDeleted);
}

const text = z.string().nullable();
const content = z.object({ body: text, lineItems: z.array(lineItemResult) }).partial();

/** A run as callers see it. */
export const aiRunResult = z.object({
  id: z.string(),
  workflowId: z.string(),
  kind: z.enum(aiRunKinds),
  status: z.enum(aiRunStatuses),
  userId: text.describe("who asked; null: a key of the organization itself"),
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
  costEur: z.number().nullable().describe("null: not known"),
  changed: z.array(z.enum(draftedFields)),
  diff: z.object({ before: content, after: content }).nullable().describe("what a draft changed"),
  notes: text,
  error: text.describe("why it failed, and what to do"),
});

const mostRuns = 20;

/** The latest runs of a document, newest first. */
export async function latestRuns(ctx: ActionContext, documentId: string): Promise<z.input<typeof aiRunResult>[]> {
  return ctx.query(
    `select id, workflow_id as "workflowId", kind, status, user_id as "userId", key_id as "keyId", client, instructions,
       created_at as "requestedAt", started_at as "startedAt", finished_at as "finishedAt", provider, model,
       input_tokens as "inputTokens", output_tokens as "outputTokens", cost_eur as "costEur", changed, diff, notes, error
     from ai_run where organization_id = $1 and document_id = $2 order by id desc limit ${mostRuns}`,
    documentId,
  );
}

/** Whether anything in a document was drafted by a model. */
export async function wasDraftedByModel(ctx: ActionContext, documentId: string): Promise<boolean> {
  const [row] = await ctx.query<{ used: boolean }>(
    "select exists (select from ai_run where organization_id = $1 and document_id = $2 and kind = 'draft' and changed <> '{}') as used",
    documentId,
  );
  return row?.used ?? false;
}
