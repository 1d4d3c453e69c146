import { Client } from "@temporalio/client";
import Koa from "koa";
import { createLimits } from "../accounts/limits/limits.js";
import { SecurityLog } from "../accounts/security/security-log.js";
import { createDispatch } from "../actions/dispatch/dispatch.js";
import { createEndWaiter } from "../actions/dispatch/end-waiter.js";
import { loadConfig, metricsPort } from "../config.js";
import { openAtStart } from "../db/open-at-start.js";
import { Files } from "../files/files.js";
import { createAccessLog, createLog } from "../log.js";
import { LastingConnection, temporalSettings } from "../temporal.js";
import { logLostSpans, startTracing, stopTracing } from "../tracing/trace.js";
import { draining } from "./connections/drain.js";
import { listen } from "./connections/listen.js";
import { handleFailures } from "./failures.js";
import { beginYoung, growSparingly } from "./heap-growth.js";
import { keepTidy } from "./hourly-upkeep.js";
import { boundHere } from "./lane/here-or-apart.js";
import { createLane } from "./lane/lane.js";
import { metricsRouter } from "./metrics/router.js";
import { createOAuthServer } from "./oauth/server.js";
import { createReaders } from "./readers/create-readers.js";
import { startRelay } from "./relay/relay.js";
import { traceOrders } from "./relay/trace-orders.js";
import { keepSearchCurrent } from "./search-upkeep.js";
import { createHandler } from "./server.js";

beginYoung();
growSparingly();

const temporalCallMs = 10_000;
/** Out of the 30 s that Compose and `npm start` give. A request that is cut off may still be carried out, but its caller isn't told. */
const longestAnswerMs = 20_000;

const config = loadConfig();
const log = createLog("api", config.LOG_LEVEL);
const accessLog = createAccessLog("api", config.LOG_LEVEL, config.ACCESS_LOG);
await startTracing(config, "pratica-api", logLostSpans(log));
const database = await openAtStart(config, log);
const { connectionOptions, namespace } = temporalSettings(config);
const temporal = new LastingConnection(connectionOptions, temporalCallMs);
const relay = startRelay(
  database,
  new Client({ connection: temporal, namespace, interceptors: traceOrders }),
  database.url,
  log,
);
const ends = createEndWaiter(database, database.url, log);
const limits = createLimits(config, database, log);
const security = new SecurityLog(database, log);
const oauth = createOAuthServer({ config, database, log, security, limits });
// Created now, so that a missing SECRET_KEY is reported at the start.
await oauth.provider();
const files = new Files(database, config);
const readers = createReaders(files, config, log, boundHere.characters);
const execute = createDispatch({ config, database, ends, ...readers, ordered: relay.kick, bound: boundHere });
const lane = createLane(config, log);
const parts = { config, database, files, log, accessLog, security, limits, oauth, temporal, execute, lane };
const handle = createHandler(parts);
const searchUpkeep = keepSearchCurrent(database, log);
const upkeep = keepTidy(database, log);

const servers = await listen(handle, log, config.PORT, config.HOST);
const scraped = metricsPort(config);
if (scraped !== null && scraped !== config.PORT) {
  const metrics = new Koa().use(handleFailures(log, security)).use(metricsRouter(database).routes());
  servers.push(...(await listen(metrics.callback(), log, scraped, config.HOST)));
}
const drain = draining(servers);
log.info({ port: config.PORT }, "API ready");
process.send?.({ type: "ready" });

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  upkeep.stop();
  // First, so that requests that wait for the end of their work are answered: the work continues.
  lane.stopWaiting();
  await ends.stop();
  await drain(longestAnswerMs);
  await lane.stop();
  await searchUpkeep.stop();
  await relay.stop();
  await limits.stop();
  await temporal.close();
  await security.flush();
  await database.close();
  await stopTracing();
  if (process.connected) process.disconnect();
}
process.once("SIGTERM", () => void stop());
process.once("SIGINT", () => void stop());
process.once("disconnect", () => void stop());
