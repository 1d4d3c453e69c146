import {
  type Client,
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
} from "@temporalio/client";
import type { Logger } from "pino";
import { searchAttributes } from "../contracts/search-attributes.js";
import { restoreWatchers, sweep } from "../contracts/sweep.js";
import { mainQueue } from "../contracts/task-queues.js";

const keyword = 2; // INDEXED_VALUE_TYPE_KEYWORD

/**
 * Creates what the product needs in Temporal, where it is missing: search attributes and the schedule. A Temporal without the schedule
 * is new or has lost its database, so the watchers of all rows are ordered as well.
 */
export async function provisionTemporal(client: Client, log: Logger): Promise<void> {
  if (await hasSweep(client)) return;
  await createSearchAttributes(client, log);
  // Before the schedule, so that after a crash in between the next start does both.
  await startRestoring(client);
  await scheduleSweep(client);
}

async function hasSweep(client: Client): Promise<boolean> {
  try {
    await client.schedule.getHandle(sweep.workflowId).describe();
    return true;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false;
    throw error;
  }
}

async function createSearchAttributes(client: Client, log: Logger): Promise<void> {
  const { operatorService } = client.connection;
  const { namespace } = client.options;
  const names = Object.values(searchAttributes).map(({ name }) => name);
  try {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    const missing = names.filter((name) => !customAttributes?.[name]);
    if (missing.length === 0) return;
    await operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map((name) => [name, keyword])),
    });
    log.info({ missing }, "search attributes made in Temporal");
  } catch (error) {
    // Some servers don't allow this to a worker; if an administrator has created the attributes, all is well.
    if (!isGrpcServiceError(error)) throw error;
    log.warn(
      { reason: error.details },
      `Temporal's search attributes can't be made from here: see to it that the namespace has ${names.join(", ")}, of type Keyword`,
    );
  }
}

/** Orders a watcher for every row that should have one. One that does so already would leave out what has ended since it passed: it begins anew. */
export const startRestoring = (client: Client): Promise<unknown> =>
  client.workflow.start(restoreWatchers.type, {
    workflowId: restoreWatchers.workflowId,
    taskQueue: mainQueue,
    workflowIdConflictPolicy: "TERMINATE_EXISTING",
  });

async function scheduleSweep(client: Client): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: sweep.workflowId,
      spec: { intervals: [{ every: "1 hour" }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: "1 minute" },
      action: { type: "startWorkflow", workflowType: sweep.type, workflowId: sweep.workflowId, taskQueue: mainQueue },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
