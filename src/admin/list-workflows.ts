import type { Client, WorkflowExecutionDescription, WorkflowExecutionInfo } from "@temporalio/client";
import { checkedId } from "./provision.js";

export interface ListedWorkflow {
  workflowId: string;
  type: string;
  status: string;
  startedAt: string;
  closedAt: string | null;
  /** what it does, in words */
  summary: string | null;
  /** what it waits for at this moment, in words; null where it has ended or no worker answers */
  details: string | null;
  /** work that fails and is tried again, with its cause; null where none does */
  failing: string | null;
}

const mostWorkflows = 500;
const answerMs = 2_000;

/** What runs, or ran in the last 30 days, for a project; running ones first, then the latest. */
export async function listWorkflows(client: Client, projectId: string): Promise<{ workflows: ListedWorkflow[] }> {
  const query = `PraticaProject = "${checkedId("project", projectId)}"`;
  const found: WorkflowExecutionInfo[] = [];
  for await (const run of client.workflow.list({ query })) {
    found.push(run);
    if (found.length === mostWorkflows) break;
  }
  const isRunning = (run: WorkflowExecutionInfo) => run.status.name === "RUNNING";
  found.sort((a, b) => Number(isRunning(b)) - Number(isRunning(a)) || b.startTime.getTime() - a.startTime.getTime());
  const workflows: ListedWorkflow[] = [];
  for (const run of found) {
    const handle = client.workflow.getHandle(run.workflowId, run.runId);
    const described = await handle.describe();
    workflows.push({
      workflowId: run.workflowId,
      type: run.type,
      status: run.status.name.toLowerCase(),
      startedAt: run.startTime.toISOString(),
      closedAt: run.closeTime?.toISOString() ?? null,
      summary: (await described.staticSummary()) ?? null,
      details: isRunning(run) ? await detailsOf(client, run) : null,
      failing: failuresOf(described),
    });
  }
  return { workflows };
}

function failuresOf({ raw: { pendingActivities } }: WorkflowExecutionDescription): string | null {
  const failures = (pendingActivities ?? []).flatMap(({ activityType, attempt, lastFailure }) =>
    lastFailure ? [`${activityType?.name}, attempt ${attempt}: ${lastFailure.message}`] : [],
  );
  return failures.length > 0 ? failures.join("; ") : null;
}

async function detailsOf(client: Client, { workflowId, runId }: WorkflowExecutionInfo): Promise<string | null> {
  const ask = () =>
    client.workflow.getHandle(workflowId, runId).query<{ currentDetails?: string }>("__temporal_workflow_metadata");
  try {
    return (await client.connection.withDeadline(Date.now() + answerMs, ask)).currentDetails ?? null;
  } catch {
    // The worker answers this, and there may be none at the moment.
    return null;
  }
}
