import path from "node:path";
import { openLog } from "../log-file.js";
import type { Part, PartSpec } from "../part.js";
import { type Say, words } from "../say.js";
import { until } from "../until.js";
import { isServing, keepClosedRuns, spawnDevServer } from "./dev-server.js";
import { findExecutable, howToInstall } from "./find-executable.js";
import { temporalCli } from "./tools.js";

export interface EmbeddedTemporal {
  dataDir: string;
  port: number;
  uiPort: number;
  namespace: string;
  say: Say;
  signal: AbortSignal;
  newPart: (spec: PartSpec) => Part;
}

/**
 * The embedded Temporal, its state in `DATA_DIR/temporal.db`. An executable that is found but doesn't serve is passed over.
 * @throws Error saying what to install
 */
export async function startEmbeddedTemporal(embedded: EmbeddedTemporal): Promise<void> {
  const { dataDir, say, signal, newPart } = embedded;
  const server = { ...embedded, file: path.join(dataDir, "temporal.db") };
  const log = openLog(dataDir, "temporal");
  for await (const executable of findExecutable(temporalCli, say, signal)) {
    const part = newPart({
      name: "Temporal",
      spawn: () => spawnDevServer(executable, server, log.descriptor),
      ready: async (_, over) => {
        await until(() => isServing(server), { what: "start of Temporal", timeoutMs: 30_000, signal: over });
        await keepClosedRuns(executable, server).catch((error: unknown) =>
          say(`Temporal keeps closed runs for one day only: ${words(error)}`),
        );
      },
      stopSignal: "SIGTERM",
      graceMs: 4_000,
      lastWords: log.lastWords,
    });
    try {
      await part.start();
    } catch (error) {
      signal.throwIfAborted();
      say(`  ${executable}: ${words(error)}`);
      continue;
    }
    return;
  }
  throw new Error(howToInstall(temporalCli));
}
