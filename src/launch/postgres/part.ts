import { readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openLog } from "../data-dir/log-file.js";
import { freePort } from "../ports.js";
import { endProcess, knownProcess } from "../processes/known-process.js";
import type { Part, PartSpec } from "../processes/part.js";
import { messageOf, type Say } from "../say.js";
import { until } from "../until.js";
import { openCluster, ownerUrl, spawnPostgres } from "./cluster.js";
import { answers, ensureDatabase } from "./ready.js";

export interface EmbeddedPostgres {
  dataDir: string;
  password: string;
  say: Say;
  signal: AbortSignal;
  newPart: (spec: PartSpec) => Part;
}

const recoveryMs = 120_000;
const database = "pratica";

/**
 * Postgres refuses to start while `postmaster.pid` names a living process, even an unrelated one that got the same pid since. A
 * forgotten server of this very directory is ended. A file that names any other process is removed.
 */
export async function clearStalePidFile(directory: string): Promise<void> {
  const pidFile = path.join(directory, "postmaster.pid");
  if (process.platform !== "linux" || !statSync(pidFile, { throwIfNoEntry: false })) return;
  const server = knownProcess(Number(readFileSync(pidFile, "utf8").split("\n")[0]));
  if (!server) return;
  const [serverFolder, ourFolder] = [
    statSync(`/proc/${server.pid}/cwd`, { throwIfNoEntry: false }),
    statSync(directory),
  ];
  const isOurs = serverFolder?.ino === ourFolder.ino && serverFolder.dev === ourFolder.dev;
  if (isOurs) await endProcess(server, "SIGINT", 10_000);
  else rmSync(pidFile);
}

/**
 * Starts the embedded Postgres of a DATA_DIR on a free port of 127.0.0.1, with the product's database.
 * @returns the database's address for its owner
 */
export async function startEmbeddedPostgres(embedded: EmbeddedPostgres): Promise<string> {
  const { dataDir, password, say, signal, newPart } = embedded;
  const directory = path.join(dataDir, "postgres");
  const cluster = openCluster(directory, password, say);
  await clearStalePidFile(directory);
  const log = openLog(dataDir, "postgres");
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const adminUrl = ownerUrl(password, port, "postgres");
    const part = newPart({
      name: "Postgres",
      spawn: () => spawnPostgres(cluster, port, log.descriptor),
      ready: (_, endSignal) =>
        until(() => answers(adminUrl), {
          what: "start of Postgres",
          timeoutMs: recoveryMs,
          everyMs: 30,
          signal: endSignal,
        }),
      stopSignal: "SIGINT",
      graceMs: 20_000,
      tailSinceNow: log.tailSinceNow,
    });
    try {
      await part.start();
      await ensureDatabase(adminUrl, database);
      return ownerUrl(password, port, database);
    } catch (error) {
      signal.throwIfAborted();
      await part.stop();
      // Another program may have taken the port, or processes of a killed server may just be ending.
      if (attempt === 5) throw new Error(`${messageOf(error)}\n(more in ${log.file})`);
      await wait(1_000, undefined, { signal });
    }
  }
}
