import { openLog } from "../data-dir/log-file.js";
import type { Account } from "../lesser-user/account.js";
import { reachableExecutable } from "../lesser-user/reachable-executable.js";
import type { Part, PartSpec } from "../processes/part.js";
import { messageOf, type Say } from "../say.js";
import { until } from "../until.js";
import { isServing, keepClosedWorkflows, spawnDevServer } from "./dev-server.js";
import { findExecutable, howToInstall } from "./find-executable.js";
import { beginLaying, endLaying } from "./laying.js";
import { temporalPlace } from "./place.js";
import { temporalCli } from "./tools.js";
import { hiddenUiAddress, openUiGate } from "./ui-gate.js";

/** Its tables are some hundred commits, one after the other: 36 s where the disk takes 0.3 s for each. */
const longestStartMs = 120_000;

export interface EmbeddedTemporal {
  dataDir: string;
  port: number;
  /** where people open the Web UI */
  uiPort: number;
  namespace: string;
  /** as whom it runs if it can; null: as the current user */
  account: Account | null;
  say: Say;
  signal: AbortSignal;
  newPart: (spec: PartSpec) => Part;
}

/**
 * Starts the embedded Temporal, with its state in DATA_DIR. If one executable doesn't work, the next is tried.
 * @throws Error saying what to install
 */
export async function startEmbeddedTemporal(embedded: EmbeddedTemporal): Promise<void> {
  const { dataDir, say, signal, newPart } = embedded;
  const ui = await hiddenUiAddress();
  const server = { ...embedded, ...ui, ...temporalPlace(dataDir, embedded.account, say) };
  const log = openLog(dataDir, "temporal");
  const { account } = server;
  for await (const found of findExecutable(temporalCli, say, signal)) {
    const executable = account ? reachableExecutable(account, found) : found;
    if (executable === null) {
      say(`  ${found}: the user with the id ${account?.uid} can't run it`);
      continue;
    }
    const part = newPart({
      name: "Temporal",
      spawn: () => {
        beginLaying(dataDir, server.file);
        return spawnDevServer(executable, server, log.descriptor);
      },
      ready: async (_, endSignal) => {
        await until(() => isServing(server), {
          what: "start of Temporal",
          timeoutMs: longestStartMs,
          signal: endSignal,
        });
        endLaying(dataDir);
        await keepClosedWorkflows(executable, server).catch((error: unknown) =>
          say(`Temporal keeps closed workflows for one day only: ${messageOf(error)}`),
        );
      },
      stopSignal: "SIGTERM",
      graceMs: 4_000,
      tailSinceNow: log.tailSinceNow,
    });
    try {
      await part.start();
    } catch (error) {
      signal.throwIfAborted();
      say(`  ${executable}: ${messageOf(error)}\n  (more in ${log.file})`);
      continue;
    }
    await openUiGate(embedded.uiPort, ui, signal);
    return;
  }
  throw new Error(howToInstall(temporalCli));
}
