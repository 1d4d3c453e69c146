import { aiRunWorkflows, documentDeleted } from "../../contracts/ai-run.js";
import { AiRun } from "../../db/entities/ai-run.js";
import type { Document } from "../../db/entities/document.js";
import type { AiRunKind, RunVisibility } from "../../domain/ai-run.js";
import type { ActionContext } from "../context.js";

/** Of one organization, so that others aren't kept waiting behind it. */
const mostOpenRuns = 20;

/** What of the organization's records the model may be shown in the caller's name. */
export const visibilityOf = (ctx: ActionContext): RunVisibility => {
  const bills = ctx.reachOf("bills_of_quantities:view");
  return {
    priceBooks: ctx.may("price_books:view"),
    bills: bills === "organization" ? "all" : bills === "shared" ? "project" : "none",
    contact: ctx.may("contacts:view"),
    project: ctx.reachOf("projects:view") !== "none",
  };
};

/**
 * Keeps a request to the language model, and orders the workflow that carries it out. The same request of the same caller, made while
 * the first is still open, joins that: a client that gave up waiting gets no second draft.
 * @returns the workflow's id; null where the organization has as many open runs as it may
 */
export async function requestRun(
  ctx: ActionContext,
  document: Document,
  kind: AiRunKind,
  instructions: string | null,
): Promise<string | null> {
  const { userId, keyId, connectionId, via, client } = ctx.caller;
  const visibility = visibilityOf(ctx);
  const documentVersion = kind === "review" ? document.version : null;
  // Looked at before the open runs: of two requests at once the second sees the first's run there, or meets its n and runs again.
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
  const [busy] = await ctx.query<{ runs: number }>(
    "select count(*)::int as runs from ai_run where organization_id = $1 and status in ('queued', 'running')",
  );
  if ((busy?.runs ?? 0) >= mostOpenRuns) return null;
  const n = (last?.n ?? 0) + 1;
  const workflow = aiRunWorkflows[kind];
  const workflowId = workflow.workflowId({ documentId: document.id, n });
  const asked = { userId, keyId, connectionId, via, client, instructions, visibility, documentVersion };
  const run = ctx.insert(AiRun, { documentId: document.id, kind, n, workflowId, status: "queued", ...asked });
  return ctx.start(workflow, { documentId: document.id, n, runId: run.id, projectId: document.projectId });
}

/** The run of a workflow; null where its document, and it with it, was deleted. */
export const findRun = async (ctx: ActionContext, workflowId: string): Promise<AiRun | null> =>
  (await ctx.all(AiRun, { workflowId }))[0] ?? null;

/** Ends what a model still does about a document that is being deleted. */
export async function endRuns(ctx: ActionContext, document: Document): Promise<void> {
  const runs = await ctx.all(AiRun, { documentId: document.id });
  for (const { kind, n } of runs.filter((run) => run.isOpen))
    ctx.signal(aiRunWorkflows[kind], { documentId: document.id, n }, documentDeleted);
}

/** Whether anything in a document was drafted by a model. */
export async function wasDraftedByModel(ctx: ActionContext, documentId: string): Promise<boolean> {
  const [row] = await ctx.query<{ used: boolean }>(
    "select exists (select from ai_run where organization_id = $1 and document_id = $2 and kind = 'draft' and changed <> '{}') as used",
    documentId,
  );
  return row?.used ?? false;
}
