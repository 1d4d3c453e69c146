import { type NativeConnection, Worker } from "@temporalio/worker";
import { globalHandlers } from "@temporalio/worker/lib/workflow/vm-shared.js";
import { loadConfig } from "../../src/config.js";
import { mainQueue, sideQueues, workflowTimeLimit } from "../../src/contracts/task-queues.js";
import type { Database } from "../../src/db/database.js";
import { tracedWork } from "../../src/worker/trace-work.js";
import { activitiesOver } from "./activities.js";
import "./quiet-workers.js";
import { workflowBundlePath } from "./temporal.js";

/** The product's own workers, in this process, until they are closed. */
export async function startWorkers(
  connection: NativeConnection,
  namespace: string,
  database: Database,
  smtpUrl: string,
  settings: Record<string, string> = {},
  activitiesOf = activitiesOver,
): Promise<{ close(): Promise<void> }> {
  const config = { ...loadConfig(settings), SMTP_URL: smtpUrl, MAIL_FROM: "pratica@studio.test" };
  const activities = activitiesOf(database, config);
  // So workflows run in this thread: to start one of their own for each test takes half a second. The tests of `npm start` have it.
  const shared = { connection, namespace, activities, debugMode: true, ...tracedWork };
  const workers = [
    await Worker.create({
      ...shared,
      ...workflowTimeLimit,
      taskQueue: mainQueue,
      workflowBundle: { codePath: workflowBundlePath() },
    }),
  ];
  // Else it notes for every promise of this process, for good, where it was made.
  globalHandlers.uninstall();
  for (const { taskQueue, slots } of sideQueues)
    workers.push(await Worker.create({ ...shared, taskQueue, maxConcurrentActivityTaskExecutions: slots }));
  const running = Promise.all(workers.map((worker) => worker.run()));
  return {
    async close() {
      for (const worker of workers) worker.shutdown();
      await running;
    },
  };
}
