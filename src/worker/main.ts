import { fileURLToPath } from "node:url";
import { Client } from "@temporalio/client";
import { DefaultLogger, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { createActivities } from "../activities/index.js";
import { tellOfUnreadMailbox } from "../activities/notices/mailbox-notices.js";
import { startMailboxReaders } from "../channels/reader/mailbox-readers.js";
import { loadConfig } from "../config.js";
import { mainQueue, sideQueues, workflowTimeLimit } from "../contracts/task-queues.js";
import { placeOfDatabase } from "../db/installation.js";
import { openAtStart } from "../db/open-at-start.js";
import { Files } from "../files/files.js";
import { createLog } from "../log.js";
import { temporalSettings } from "../temporal.js";
import { logLostSpans, startTracing, stopTracing } from "../tracing/trace.js";
import { exposedFigures } from "./exposed-figures.js";
import { keepTakingMissedSms } from "./missed-sms.js";
import { identityAt, waitForOthers } from "./other-workers.js";
import { keepProvisioned, provisionOnceThere, reachTemporal } from "./reach-temporal.js";
import { giveSignsOfLife } from "./sign-of-life.js";
import { keepStartingAnew, startAnew } from "./start-anew.js";
import { tracedWork } from "./trace-work.js";

const config = loadConfig();
const log = createLog("worker", config.LOG_LEVEL);
await startTracing(config, "pratica-worker", logLostSpans(log));
/** Said of each worker that carries out activities alone, on purpose. */
const intended = "No workflows registered, not polling for workflow tasks";
const temporalLog = new DefaultLogger("WARN", ({ level, message, meta }) => {
  if (message !== intended) log[level === "ERROR" ? "error" : "warn"](meta ?? {}, message);
});
Runtime.install({
  logger: temporalLog,
  shutdownSignals: [],
  telemetryOptions: { logging: { filter: "ERROR" }, ...exposedFigures(config) },
});

const stopping = new AbortController();
for (const event of ["SIGTERM", "SIGINT", "disconnect"]) process.once(event, () => stopping.abort());

const database = await openAtStart(config, log, 6);
const activities = createActivities({ config, database, log });

const { connectionOptions, namespace } = temporalSettings(config);
const unlessStopping = (error: unknown) => {
  if (stopping.signal.aborted) process.exit(0);
  throw error;
};
const clientConnection = await reachTemporal(connectionOptions, log, stopping.signal).catch(unlessStopping);
const connection = await NativeConnection.connect(connectionOptions);
const client = new Client({ connection: clientConnection, namespace });
await provisionOnceThere(client, log, stopping.signal).catch(unlessStopping);
const place = await placeOfDatabase(database);
// Before workflows are started again, which would end those of other workers.
await waitForOthers(client, place, log, stopping.signal).catch(unlessStopping);
await startAnew(database, client, log, stopping.signal).catch(unlessStopping);
const provisioning = keepProvisioned(client, place, log);
const startingAnew = keepStartingAnew(database, client, log);
const workflowBundle = { codePath: fileURLToPath(new URL("../workflow-bundle.js", import.meta.url)) };
const shared = {
  connection,
  namespace,
  identity: identityAt(place),
  activities,
  shutdownGraceTime: "10 seconds",
  ...tracedWork,
} as const;
const workers = [
  await Worker.create({
    ...shared,
    ...workflowTimeLimit,
    taskQueue: mainQueue,
    workflowBundle,
    maxCachedWorkflows: 200,
    maxConcurrentActivityTaskExecutions: 10,
  }),
];
for (const { taskQueue, slots } of sideQueues)
  workers.push(await Worker.create({ ...shared, taskQueue, maxConcurrentActivityTaskExecutions: slots }));

const signsOfLife = giveSignsOfLife(database, log);
const readers = startMailboxReaders({
  database,
  config,
  log,
  files: new Files(database, config),
  tellOwners: tellOfUnreadMailbox({ database, config }),
});
const missedSms = keepTakingMissedSms({ database, config, log });
const stop = () => {
  for (const worker of workers) if (worker.getState() === "RUNNING") worker.shutdown();
};
log.info("worker ready");
process.send?.({ type: "ready" });
try {
  const running = Promise.all(workers.map((worker) => worker.run()));
  stopping.signal.addEventListener("abort", stop);
  if (stopping.signal.aborted) stop();
  await running;
} finally {
  await readers.stop();
  await missedSms.stop();
  await signsOfLife.stop();
  await provisioning.stop();
  await startingAnew.stop();
  await clientConnection.close();
  await connection.close();
  await database.close();
  await stopTracing();
  if (process.connected) process.disconnect();
}
