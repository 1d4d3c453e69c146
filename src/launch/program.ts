import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { PartSpec } from "./part.js";

/** Starts one of our own programs in a process group of its own, so that Ctrl-C reaches only the launcher. */
export function spawnProgram(module: string, env: NodeJS.ProcessEnv): ChildProcess {
  const file = fileURLToPath(new URL(`../${module}.js`, import.meta.url));
  return spawn(process.execPath, [file], { env, detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] });
}

/** Waits for the message of this type from a program. */
export async function message<T extends { type: string }>(
  child: ChildProcess,
  type: string,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    const [received] = (await once(child, "message", { signal })) as [T];
    if (received.type === type) return received;
  }
}

/** One of our programs as a part: it sends `{ type: "ready" }`, and ends on SIGTERM or when the launcher is gone. */
export const programPart = (name: string, module: string, env: NodeJS.ProcessEnv, graceMs: number): PartSpec => ({
  name,
  spawn: () => spawnProgram(module, env),
  ready: async (child, signal) => {
    await message(child, "ready", signal);
  },
  stopSignal: "SIGTERM",
  graceMs,
});
