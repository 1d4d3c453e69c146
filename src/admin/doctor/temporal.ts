import type { Client } from "@temporalio/client";
import type { Config } from "../../config.js";
import { mainQueue, sideQueues } from "../../contracts/task-queues.js";
import { withTemporal } from "../temporal.js";
import { type Finding, fine, messageOf, problem } from "./check.js";

const workflows = 1; // TASK_QUEUE_TYPE_WORKFLOW
const activities = 2; // TASK_QUEUE_TYPE_ACTIVITY
const polled = [
  { name: mainQueue, taskQueueType: workflows },
  ...[mainQueue, ...sideQueues.map(({ taskQueue }) => taskQueue)].map((name) => ({ name, taskQueueType: activities })),
];

/** Whether Temporal answers, and whether workers ask it for work. */
export async function temporalFindings(config: Config): Promise<Finding[]> {
  try {
    const unasked = await withTemporal(config, unaskedQueues);
    const queues =
      unasked.length === 0
        ? fine("task queues", "Workers are polling all of them.")
        : problem("task queues", `No worker is polling ${unasked.join(", ")}: start one.`);
    return [fine("Temporal", "It answers."), queues];
  } catch (error) {
    const says = `Temporal doesn't answer (${messageOf(error)}): actions work, but their orders wait.`;
    return [problem("Temporal", says)];
  }
}

async function unaskedQueues(client: Client): Promise<string[]> {
  const { workflowService } = client.connection;
  const { namespace } = client.options;
  const unasked: string[] = [];
  for (const { name, taskQueueType } of polled) {
    const { pollers } = await workflowService.describeTaskQueue({ namespace, taskQueue: { name }, taskQueueType });
    if (!pollers?.length) unasked.push(name);
  }
  return [...new Set(unasked)];
}
