import { createServer as createHttpServer, type Server } from "node:http";
import { Client, Connection } from "@temporalio/client";
import { loadConfig } from "../config.js";
import { createDataSource } from "../db/data-source.js";
import { createLog } from "../log.js";
import { temporalSettings } from "../temporal.js";
import { createAuthenticator, createLimits } from "./auth/limits.js";
import { forgetOldAnswers } from "./idempotency.js";
import { forgetOldArtifacts } from "./oauth/adapter.js";
import { endUnusedConnections } from "./oauth/connections.js";
import { createOAuthServer } from "./oauth/server.js";
import { startRelay } from "./relay.js";
import { createRunWaiter } from "./run-waiter.js";
import { keepSearchCurrent } from "./search-upkeep.js";
import { createServer } from "./server.js";
import { forgetOldSessions } from "./sign-in/sessions.js";

const config = loadConfig();
const log = createLog("api", config.LOG_LEVEL);
if (!config.DATABASE_URL) throw new Error("DATABASE_URL is not set; npm start sets it.");

const dataSource = createDataSource(config.DATABASE_URL);
await dataSource.initialize();
const { connectionOptions, namespace } = temporalSettings(config);
// After a long outage gRPC would look again only every two minutes.
const connection = Connection.lazy({ ...connectionOptions, channelArgs: { "grpc.max_reconnect_backoff_ms": 5_000 } });
const relay = startRelay(dataSource, new Client({ connection, namespace }), config.DATABASE_URL, log);
const runs = createRunWaiter(dataSource, config.DATABASE_URL, log);
const limits = createLimits(config);
const oauth = createOAuthServer({ config, dataSource, log, limits });
// Made now, so that a missing SECRET_KEY is found at the start.
await oauth.provider();
const app = {
  config,
  dataSource,
  relay,
  runs,
  log,
  temporal: connection,
  limits,
  oauth,
  authenticate: createAuthenticator({ config, dataSource, limits }),
};
const handle = createServer(app).callback();
const searchUpkeep = keepSearchCurrent(dataSource, log);
const hourly = setInterval(() => {
  forgetOldAnswers(dataSource).catch((error: unknown) => log.warn({ err: error }, "old answers were not forgotten"));
  forgetOldSessions(dataSource).catch((error: unknown) => log.warn({ err: error }, "old sessions were not forgotten"));
  forgetOldArtifacts(dataSource).catch((error: unknown) => log.warn({ err: error }, "old tokens were not forgotten"));
  endUnusedConnections(dataSource).catch((error: unknown) => log.warn({ err: error }, "unused connections stayed"));
}, 3_600_000);

const listen = (host: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createHttpServer({ keepAliveTimeout: 65_000 }, handle);
    server.once("error", reject);
    server.listen(config.PORT, host, () => resolve(server));
  });

const servers = [await listen(config.HOST ?? "127.0.0.1")];
if (!config.HOST) {
  // "localhost" is ::1 on many machines; one without IPv6 does without.
  await listen("::1").then(
    (server) => servers.push(server),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRNOTAVAIL" && error.code !== "EAFNOSUPPORT") throw error;
    },
  );
}
log.info({ port: config.PORT }, "API ready");
process.send?.({ type: "ready" });

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  clearInterval(hourly);
  // First: those who wait for a run are told that it goes on.
  await runs.stop();
  const drained = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  for (const server of servers) server.closeIdleConnections();
  const impatient = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, 5_000);
  await drained;
  clearTimeout(impatient);
  await searchUpkeep.stop();
  await relay.stop();
  await connection.close();
  await dataSource.destroy();
  if (process.connected) process.disconnect();
}
process.once("SIGTERM", () => void stop());
process.once("SIGINT", () => void stop());
process.once("disconnect", () => void stop());
