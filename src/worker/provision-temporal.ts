import {
  type Client,
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  WorkflowExecutionAlreadyStartedError,
} from "@temporalio/client";
import type { Logger } from "pino";
import { searchAttributes } from "../contracts/search-attributes.js";
import { restoreWatchers, sweep } from "../contracts/sweep.js";
import { mainQueue } from "../contracts/task-queues.js";
import type { Queries } from "../db/database.js";
import { placeOfDatabase, wantsNewWorkflows } from "../db/installation.js";

const keyword = 2; // INDEXED_VALUE_TYPE_KEYWORD

/** The namespace is that of another database: a worker that took its work would find no row of it, and end each watcher. */
export class ForeignNamespace extends Error {}

/**
 * Creates what the product needs in Temporal, where it is missing: search attributes and the schedule. A Temporal without the schedule
 * is new or has lost its database, so the watchers of all rows are ordered as well. The schedule notes whose namespace this is; a database
 * that was restored, or whose workflows somebody wants anew, takes it over.
 * @throws ForeignNamespace where it belongs to another database
 */
export async function provisionTemporal(client: Client, queries: Queries, log: Logger): Promise<void> {
  const place = await placeOfDatabase(queries);
  const owner = await ownerOf(client);
  if (owner !== null) {
    if (place === null || owner === place) return;
    if (owner !== unnamed && !(await wantsNewWorkflows(queries))) throw new ForeignNamespace();
    const named = (previous: ScheduleDescription) => ({ ...previous, state: { ...previous.state, note: place } });
    await client.schedule.getHandle(sweep.workflowId).update(named);
    return;
  }
  await createSearchAttributes(client, log);
  // Before the schedule, so that after a crash in between the next start does both.
  await startRestoring(client);
  await scheduleSweep(client, place);
}

/** Of a schedule that an earlier release made. */
const unnamed = "";

/** The place of the database whose namespace this is; null: there is no schedule. */
async function ownerOf(client: Client): Promise<string | null> {
  try {
    const { state } = await client.schedule.getHandle(sweep.workflowId).describe();
    return state.note ?? unnamed;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
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

/** Orders a watcher for every row that should have one. */
export async function startRestoring(client: Client): Promise<void> {
  try {
    await client.workflow.start(restoreWatchers.type, { workflowId: restoreWatchers.workflowId, taskQueue: mainQueue });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

async function scheduleSweep(client: Client, place: string | null): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: sweep.workflowId,
      spec: { intervals: [{ every: "1 hour" }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: "1 minute" },
      ...(place === null ? {} : { state: { note: place } }),
      action: { type: "startWorkflow", workflowType: sweep.type, workflowId: sweep.workflowId, taskQueue: mainQueue },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
