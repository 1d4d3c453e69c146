import { aiRunWorkflows, documentDeleted } from "../../contracts/ai-run.js";
import { AiRun } from "../../db/entities/ai-run.js";
import { Contact } from "../../db/entities/contact.js";
import type { Document } from "../../db/entities/document.js";
import { Project } from "../../db/entities/project.js";
import { type AiRunKind, visibilityOf } from "../../domain/ai-run.js";
import type { AiSettings } from "../../domain/ai-settings.js";
import type { ActionContext } from "../context.js";

/** The most open runs of one organization, so that it doesn't keep others waiting. */
const maxOpenRuns = 20;

/**
 * Records a request to the language model, and orders the workflow that carries it out. If the caller repeats a request while the
 * first is still open, no second run starts. So a client that gave up waiting gets no second draft.
 * @returns the id of the run's workflow; null if the organization has too many open runs
 * @throws quota_exceeded
 */
export async function requestRun(
  ctx: ActionContext,
  document: Document,
  kind: AiRunKind,
  instructions: string | null,
): Promise<string | null> {
  const { userId, keyId, connectionId, via, client } = ctx.caller;
  const visibility = visibilityOf(ctx.caller);
  const documentVersion = kind === "review" ? document.version : null;
  const around = kind === "review" ? await versionsAround(ctx, document) : null;
  // Read before the open runs: of two simultaneous requests, the second either sees the first's run as open, or uses the same n, is
  // refused by the unique key and runs again.
  const [last] = await ctx.query<{ n: number }>(
    "select coalesce(max(n), 0) as n from ai_run where organization_id = $1 and document_id = $2 and kind = $3",
    document.id,
    kind,
  );
  const [open] = await ctx.query<{ workflowId: string }>(
    `select workflow_id as "workflowId" from ai_run
     where organization_id = $1 and document_id = $2 and kind = $3 and status in ('queued', 'running')
       and user_id is not distinct from $4 and key_id is not distinct from $5 and connection_id is not distinct from $6
       and instructions is not distinct from $7 and sight = $8
       and (kind = 'draft' or document_version = $9)
     order by id desc limit 1`,
    document.id,
    kind,
    userId,
    keyId,
    connectionId,
    instructions,
    JSON.stringify(visibility),
    documentVersion,
  );
  if (open) return open.workflowId;
  const [openRuns] = await ctx.query<{ count: number }>(
    "select count(*)::int as count from ai_run where organization_id = $1 and status in ('queued', 'running')",
  );
  if ((openRuns?.count ?? 0) >= maxOpenRuns) return null;
  await ctx.takeFromQuota("model_calls");
  const n = (last?.n ?? 0) + 1;
  const workflow = aiRunWorkflows[kind];
  const workflowId = workflow.workflowId({ documentId: document.id, n });
  const request = { userId, keyId, connectionId, via, client, instructions, visibility, documentVersion, around };
  const run = ctx.insert(AiRun, { documentId: document.id, kind, n, workflowId, status: "queued", ...request });
  return ctx.start(workflow, { documentId: document.id, n, runId: run.id, projectId: document.projectId });
}

/** The contact and project of a document, and their versions. */
async function versionsAround(ctx: ActionContext, { contactId, projectId }: Document): Promise<string> {
  const records = [await ctx.follow(Contact, contactId), await ctx.follow(Project, projectId)];
  return records.map((record) => (record ? `${record.id}:${record.version}` : "-")).join(" ");
}

/** The latest review by this model with the same input as a new one would have; null if there is none. */
export async function sameReview(
  ctx: ActionContext,
  document: Document,
  { provider, model }: Pick<AiSettings, "provider" | "model">,
): Promise<AiRun | null> {
  const [done] = await ctx.query<{ workflowId: string }>(
    `select workflow_id as "workflowId" from ai_run
     where organization_id = $1 and document_id = $2 and kind = 'review' and status = 'done' and document_version = $3
       and around = $4 and sight = $5 and provider = $6 and model = $7
     order by id desc limit 1`,
    document.id,
    document.version,
    await versionsAround(ctx, document),
    JSON.stringify(visibilityOf(ctx.caller)),
    provider,
    model,
  );
  return done ? findRun(ctx, done.workflowId) : null;
}

/** The run of a workflow; null if it was deleted with its document. */
export const findRun = async (ctx: ActionContext, workflowId: string): Promise<AiRun | null> =>
  (await ctx.all(AiRun, { workflowId }))[0] ?? null;

/** Ends the open runs of a document that is being deleted. */
export async function endRuns(ctx: ActionContext, document: Document): Promise<void> {
  const runs = await ctx.all(AiRun, { documentId: document.id });
  for (const { kind, n } of runs.filter((run) => run.isOpen))
    ctx.signal(aiRunWorkflows[kind], { documentId: document.id, n }, documentDeleted);
}

/** Whether a model drafted any part of a document. */
export async function wasDraftedByModel(ctx: ActionContext, documentId: string): Promise<boolean> {
  const [row] = await ctx.query<{ wasDrafted: boolean }>(
    "select exists (select from ai_run where organization_id = $1 and document_id = $2 and kind = 'draft' and changed <> '{}') as \"wasDrafted\"",
    documentId,
  );
  return row?.wasDrafted ?? false;
}
