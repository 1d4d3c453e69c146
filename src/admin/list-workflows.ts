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
  /** what it waits for at the moment, in words; null if it has ended or no worker answers */
  details: string | null;
  /** activities that fail and are retried, with the cause; null if there are none */
  failing: string | null;
}

const maxWorkflows = 500;
const queryTimeoutMs = 2_000;

/** A project's workflows that run, or ran in the last 30 days: running ones first, then the latest. */
export async function listWorkflows(client: Client, projectId: string): Promise<{ workflows: ListedWorkflow[] }> {
  const query = `PraticaProject = "${checkedId("project", projectId)}"`;
  const found: WorkflowExecutionInfo[] = [];
  for await (const execution of client.workflow.list({ query })) {
    found.push(execution);
    if (found.length === maxWorkflows) break;
  }
  const isRunning = ({ status }: WorkflowExecutionInfo) => status.name === "RUNNING";
  found.sort((a, b) => Number(isRunning(b)) - Number(isRunning(a)) || b.startTime.getTime() - a.startTime.getTime());
  const workflows: ListedWorkflow[] = [];
  for (const execution of found) {
    const { workflowId, runId, type, status, startTime, closeTime } = execution;
    const description = await client.workflow.getHandle(workflowId, runId).describe();
    workflows.push({
      workflowId,
      type,
      status: status.name.toLowerCase(),
      startedAt: startTime.toISOString(),
      closedAt: closeTime?.toISOString() ?? null,
      summary: (await description.staticSummary()) ?? null,
      details: isRunning(execution) ? await detailsOf(client, execution) : null,
      failing: failuresOf(description),
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
  const query = () =>
    client.workflow.getHandle(workflowId, runId).query<{ currentDetails?: string }>("__temporal_workflow_metadata");
  try {
    return (await client.connection.withDeadline(Date.now() + queryTimeoutMs, query)).currentDetails ?? null;
  } catch {
    // Queries are answered by a worker, and there may be none at the moment.
    return null;
  }
}
