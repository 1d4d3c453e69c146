import { type ChildProcess, execFile, spawn } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { cacheDirectory, childEnvironment } from "../../config.js";

export interface DevServer {
  port: number;
  uiPort: number;
  namespace: string;
  /** File that keeps the state; without it, memory does. */
  file?: string;
}

// An empty file would not do: the SDK's reader of settings stumbles over it, but takes a missing one for no settings.
const noSettingsFile = path.join(cacheDirectory(), "no-temporal-settings.toml");

/** Temporal's own settings of the person at the terminal are for another server than the embedded one. */
export const withoutTemporalSettings = (changes: Record<string, string | undefined> = {}): NodeJS.ProcessEnv =>
  childEnvironment({ TEMPORAL_CONFIG_FILE: noSettingsFile, ...changes }, /^TEMPORAL_/);

const searchAttributes = ["PraticaOrganization", "PraticaProject", "PraticaRecord"];

/** Starts Temporal's development server on 127.0.0.1, in a process group of its own. */
export function spawnDevServer(
  executable: string,
  { port, uiPort, namespace, file }: DevServer,
  logFile: number,
): ChildProcess {
  const pragmas = { journal_mode: "wal", synchronous: "normal" };
  const options = [
    ["--ip", "127.0.0.1"],
    ["--port", String(port)],
    ["--ui-port", String(uiPort)],
    ["--log-level", "error"],
    ...(namespace === "default" ? [] : [["--namespace", namespace]]),
    ...(file ? [["--db-filename", file]] : []),
    ...(file ? Object.entries(pragmas).map(([name, value]) => ["--sqlite-pragma", `${name}=${value}`]) : []),
    ...searchAttributes.map((name) => ["--search-attribute", `${name}=Keyword`]),
  ];
  return spawn(executable, ["server", "start-dev", ...options.flat()], {
    env: withoutTemporalSettings(),
    detached: true,
    stdio: ["ignore", logFile, logFile],
  });
}

/** Is the server up, and the namespace there? Its Web UI answers for both, which costs no gRPC library here. */
export async function isServing({ uiPort, namespace }: DevServer): Promise<boolean> {
  try {
    const url = `http://127.0.0.1:${uiPort}/api/v1/namespaces/${namespace}`;
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    // Not listening yet.
    return false;
  }
}

/** Closed runs stay visible for 30 days, not for the development server's one. */
export async function keepClosedRuns(executable: string, { port, namespace }: DevServer): Promise<void> {
  const options = ["--namespace", namespace, "--address", `127.0.0.1:${port}`, "--retention", "720h"];
  await promisify(execFile)(executable, ["operator", "namespace", "update", ...options], {
    env: withoutTemporalSettings(),
    timeout: 10_000,
  });
}
