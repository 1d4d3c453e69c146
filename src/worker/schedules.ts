import {
  Client,
  Connection,
  type ConnectionOptions,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  WorkflowExecutionAlreadyStartedError,
} from "@temporalio/client";
import { restoreWatchers, restoreWatchersId, sweep, sweepId } from "../workflows/sweep.js";
import { mainQueue } from "../workflows/task-queues.js";

/**
 * Makes the product's schedule where it doesn't exist yet. A Temporal without it is new, or has lost its database: then all that
 * should be watched gets its watcher again.
 */
export async function ensureSchedules({
  connectionOptions,
  namespace,
}: {
  connectionOptions: ConnectionOptions;
  namespace: string;
}): Promise<void> {
  const connection = await Connection.connect(connectionOptions);
  try {
    const client = new Client({ connection, namespace });
    if (await hasSweep(client)) return;
    // First, so that a crash in between leaves the next start to do both.
    await startRestoring(client);
    await scheduleSweep(client);
  } finally {
    await connection.close();
  }
}

async function hasSweep(client: Client): Promise<boolean> {
  try {
    await client.schedule.getHandle(sweepId).describe();
    return true;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false;
    throw error;
  }
}

async function startRestoring(client: Client): Promise<void> {
  try {
    await client.workflow.start(restoreWatchers, { workflowId: restoreWatchersId, taskQueue: mainQueue });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

async function scheduleSweep(client: Client): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: sweepId,
      spec: { intervals: [{ every: "1 hour" }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: "1 minute" },
      action: { type: "startWorkflow", workflowType: sweep, workflowId: sweepId, taskQueue: mainQueue },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
