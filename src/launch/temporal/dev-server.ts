import { type ChildProcess, execFile, spawn } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { childEnvironment } from "../../config.js";
import type { Account } from "../lesser-user/account.js";
import { homeless } from "../lesser-user/rights.js";

export interface DevServer {
  port: number;
  uiPort: number;
  /** default: 127.0.0.1 */
  uiIp?: string;
  namespace: string;
  /** the file for the state; without it the state is kept in memory */
  file?: string;
  /** as whom it runs; null: as the current user */
  account?: Account | null;
}

// This file doesn't exist, whoever looks. The SDK takes a missing settings file for no settings, but fails on an empty one.
const noSettingsFile = path.resolve("/nonexistent", "no-temporal-settings.toml");

/** In place of the user's own Temporal settings, which are meant for another server than the embedded one. */
export const noTemporalSettings = { TEMPORAL_CONFIG_FILE: noSettingsFile };

const searchAttributes = ["PraticaOrganization", "PraticaProject", "PraticaRecord"];

/** Starts Temporal's development server on 127.0.0.1, in a process group of its own. */
export function spawnDevServer(
  executable: string,
  { port, uiPort, uiIp = "127.0.0.1", namespace, file, account = null }: DevServer,
  logFile: number,
): ChildProcess {
  // What it says it has taken has left the outbox: with "normal" a loss of power takes the last megabytes of its log back.
  const pragmas = { journal_mode: "wal", synchronous: "full" };
  const options = [
    ["--ip", "127.0.0.1"],
    ["--port", String(port)],
    ["--ui-ip", uiIp],
    ["--ui-port", String(uiPort)],
    // Its HTTP interface, which nothing here uses, has no other switch.
    ["--dynamic-config-value", 'frontend.httpAllowedHosts=["none.invalid"]'],
    ["--dynamic-config-value", "matching.enableFairness=true"],
    ["--log-level", "error"],
    ...(namespace === "default" ? [] : [["--namespace", namespace]]),
    ...(file ? [["--db-filename", file]] : []),
    ...(file ? Object.entries(pragmas).map(([name, value]) => ["--sqlite-pragma", `${name}=${value}`]) : []),
    ...searchAttributes.map((name) => ["--search-attribute", `${name}=Keyword`]),
  ];
  return spawn(executable, ["server", "start-dev", ...options.flat()], {
    env: childEnvironment({ ...noTemporalSettings, ...(account ? homeless : {}) }),
    detached: true,
    stdio: ["ignore", logFile, logFile],
    ...(account ? { ...account, cwd: "/" } : {}),
  });
}

/** Whether the server runs and has the namespace. Asks its Web UI, which needs no gRPC library here. */
export async function isServing({ uiPort, uiIp = "127.0.0.1", namespace }: DevServer): Promise<boolean> {
  try {
    const url = `http://${uiIp}:${uiPort}/api/v1/namespaces/${namespace}`;
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    // Not listening yet.
    return false;
  }
}

/** Keeps closed workflows visible for 30 days; the development server's default is one day. */
export async function keepClosedWorkflows(executable: string, { port, namespace }: DevServer): Promise<void> {
  const options = ["--namespace", namespace, "--address", `127.0.0.1:${port}`, "--retention", "720h"];
  await promisify(execFile)(executable, ["operator", "namespace", "update", ...options], {
    env: childEnvironment(noTemporalSettings),
    timeout: 10_000,
  });
}
