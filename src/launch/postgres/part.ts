import { readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { endProcess, knownProcess } from "../known-process.js";
import { openLog } from "../log-file.js";
import type { Part, PartSpec } from "../part.js";
import { freePort } from "../ports.js";
import { type Say, words } from "../say.js";
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
 * Postgres refuses to start where `postmaster.pid` names a living process, even one that only got the same pid since. A server of
 * this very directory that nobody knows of is ended; a note that names any other process is removed.
 */
async function clearStaleNote(directory: string): Promise<void> {
  const note = path.join(directory, "postmaster.pid");
  if (process.platform !== "linux" || !statSync(note, { throwIfNoEntry: false })) return;
  const server = knownProcess(Number(readFileSync(note, "utf8").split("\n")[0]));
  if (!server) return;
  const [itsFolder, ours] = [statSync(`/proc/${server.pid}/cwd`, { throwIfNoEntry: false }), statSync(directory)];
  if (itsFolder?.ino === ours.ino && itsFolder.dev === ours.dev) await endProcess(server, "SIGINT", 10_000);
  else rmSync(note);
}

/**
 * The embedded Postgres of a DATA_DIR, on a free port of 127.0.0.1, with the database of the product.
 * @returns the database's address for its owner
 */
export async function startEmbeddedPostgres(embedded: EmbeddedPostgres): Promise<string> {
  const { dataDir, password, say, signal, newPart } = embedded;
  const directory = path.join(dataDir, "postgres");
  const cluster = openCluster(directory, password, say);
  await clearStaleNote(directory);
  const log = openLog(dataDir, "postgres");
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const adminUrl = ownerUrl(password, port, "postgres");
    const part = newPart({
      name: "Postgres",
      spawn: () => spawnPostgres(cluster, port, log.descriptor),
      ready: (_, over) =>
        until(() => answers(adminUrl), { what: "start of Postgres", timeoutMs: recoveryMs, everyMs: 30, signal: over }),
      stopSignal: "SIGINT",
      graceMs: 20_000,
      lastWords: log.lastWords,
    });
    try {
      await part.start();
      await ensureDatabase(adminUrl, database);
      return ownerUrl(password, port, database);
    } catch (error) {
      signal.throwIfAborted();
      await part.stop();
      // The port may have gone to another program, or processes of a killed server are just ending.
      if (attempt === 5) throw new Error(`${words(error)}\n(more in ${log.file})`);
      await wait(1_000, undefined, { signal });
    }
  }
}
