// One real Postgres and one real Temporal for all tests of a run. Plain JavaScript on the built product: jest doesn't
// transform this file as the ES module that it is.
import { randomInt } from "node:crypto";
import { openSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "../../scripts/build.mjs";
import { endDeadRuns, endRun, endRunByForce, makeRunFolder, note } from "./test-run.mjs";

const dist = (module) => import(new URL(`../../dist/${module}`, import.meta.url).href);
const tell = (line) => process.stderr.write(`${line}\n`);

/** As `freePort` of `ports.ts`, which can't be loaded here. */
async function freePort() {
  const { isPortFree } = await dist("launch/ports.js");
  for (;;) {
    const port = randomInt(15_000, 32_000);
    if (await isPortFree(port)) return port;
  }
}

async function startPostgres(directory, started) {
  const { openCluster, ownerUrl, spawnPostgres } = await dist("launch/postgres/cluster.js");
  const { answers, ensureDatabase } = await dist("launch/postgres/ready.js");
  const { until } = await dist("launch/until.js");
  const { prepareDatabase } = await dist("db/preparation/prepare.js");
  const password = "test";
  const cluster = openCluster(path.join(directory, "postgres"), password, tell, ["--no-sync"]);
  const port = await freePort();
  const log = openSync(path.join(directory, "postgres.log"), "a");
  const durability = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  const bare = { wal_level: "minimal", max_wal_senders: "0", autovacuum: "off" };
  // Each test file opens some ten connections, which take as long to check a password as to begin.
  const settings = { ...durability, ...bare, max_connections: "300", scram_iterations: "1" };
  started(spawnPostgres(cluster, port, log, settings));
  const adminUrl = ownerUrl(password, port, "postgres");
  await until(() => answers(adminUrl), { what: "Postgres for the tests", timeoutMs: 120_000 });
  const templateName = "pratica_template";
  await ensureDatabase(adminUrl, templateName);
  const { appUrl } = await prepareDatabase(ownerUrl(password, port, templateName));
  return { adminUrl, templateName, templateAppUrl: appUrl };
}

async function startTemporal(directory, started) {
  const { isServing, spawnDevServer } = await dist("launch/temporal/dev-server.js");
  const { until } = await dist("launch/until.js");
  const { temporalCli } = await dist("launch/temporal/tools.js");
  const executable = await findFirst(temporalCli);
  if (!executable) throw new Error((await dist("launch/temporal/find-executable.js")).howToInstall(temporalCli));
  const settings = { port: await freePort(), uiPort: await freePort(), namespace: "default" };
  started(spawnDevServer(executable, settings, openSync(path.join(directory, "temporal.log"), "a")));
  await until(() => isServing(settings), { what: "Temporal for the tests", timeoutMs: 120_000 });
  return { temporalAddress: `127.0.0.1:${settings.port}` };
}

async function findFirst(tool) {
  const { findExecutable } = await dist("launch/temporal/find-executable.js");
  // A place without it is no news here; a download is.
  const sayDownloads = (line) => {
    if (!/not found|not there yet/.test(line)) tell(line);
  };
  for await (const executable of findExecutable(tool, sayDownloads, new AbortController().signal)) return executable;
  return null;
}

export default async function globalSetup() {
  await build();
  const { endProcess, isAlive, knownProcess } = await dist("launch/processes/known-process.js");
  const { temporalTestServer } = await dist("launch/temporal/tools.js");
  endDeadRuns(isAlive);
  const directory = makeRunFolder();
  const owner = knownProcess(process.pid);
  note(directory, owner);
  process.once("exit", () => endRunByForce(directory, isAlive));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  const started = (child) => {
    child.unref();
    note(directory, owner, knownProcess(child.pid));
  };
  const [postgres, temporal, timeSkippingServer] = await Promise.all([
    startPostgres(directory, started),
    startTemporal(directory, started),
    // Only found here: a test that needs it starts one of its own.
    findFirst(temporalTestServer),
  ]);
  const workflowBundle = fileURLToPath(new URL("../../dist/workflow-bundle.js", import.meta.url));
  process.env.PRATICA_TEST_SERVERS = JSON.stringify({ ...postgres, ...temporal, timeSkippingServer, workflowBundle });
  globalThis.praticaTestRun = { end: () => endRun(directory, endProcess) };
}
