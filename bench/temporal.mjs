import { once } from "node:events";
import { openSync } from "node:fs";

export const dist = (module) => import(new URL(`../dist/${module}`, import.meta.url).href);

/**
 * Starts Temporal's development server on free ports, with its state in memory: with a file it would take several times as long.
 * @returns its address, and its process once it serves
 */
export async function startTemporal() {
  const { freePort } = await dist("launch/ports.js");
  const { until } = await dist("launch/until.js");
  const { isServing, spawnDevServer } = await dist("launch/temporal/dev-server.js");
  const { findExecutable } = await dist("launch/temporal/find-executable.js");
  const { temporalCli } = await dist("launch/temporal/tools.js");
  const server = { port: await freePort(), uiPort: await freePort(), namespace: "default" };
  const { value: executable } = await findExecutable(temporalCli, () => undefined, AbortSignal.timeout(120_000)).next();
  const child = spawnDevServer(executable, server, openSync("/dev/null", "a"));
  try {
    await until(() => isServing(server), { what: "Temporal", timeoutMs: 30_000 });
  } catch (error) {
    await endChild(child, "SIGTERM");
    throw error;
  }
  return { address: `127.0.0.1:${server.port}`, child };
}

/** Ends a process, by force if it doesn't end within 40 s. */
export async function endChild(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const killTimer = setTimeout(() => child.kill("SIGKILL"), 40_000);
  child.kill(signal);
  await once(child, "exit");
  clearTimeout(killTimer);
}
