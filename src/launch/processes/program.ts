import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Account } from "../lesser-user/account.js";
import { homeless } from "../lesser-user/rights.js";
import type { PartSpec } from "./part.js";

/** As whom a program runs (null: as the launcher), and the open files that it inherits, from descriptor 4 on. */
export interface RunAs {
  account: Account | null;
  files?: number[];
}

/**
 * Megabytes of half of a heap's young generation, for which V8 takes up to 16 with Node 20 and 64 with Node 24. It can't be set once a program
 * runs. The Dockerfile says the same, which a test compares.
 */
export const youngGeneration = "--max-semi-space-size=16";

/** Starts one of our own programs in a process group of its own, so that Ctrl-C reaches only the launcher. */
export function spawnProgram(module: string, env: NodeJS.ProcessEnv, { account, files = [] }: RunAs): ChildProcess {
  const file = fileURLToPath(new URL(`../../${module}.js`, import.meta.url));
  return spawn(process.execPath, [youngGeneration, file], {
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc", ...files],
    ...(account ? { ...account, cwd: "/", env: { ...env, ...homeless } } : { env }),
  });
}

interface ProgramSpec {
  name: string;
  /** below `src`, without its ending */
  module: string;
  env: NodeJS.ProcessEnv;
  runAs: RunAs;
  graceMs: number;
}

/** One of our programs as a part: it sends one message, `{ type: "ready" }`, and ends on SIGTERM or when the launcher is gone. */
export const programPart = ({ name, module, env, runAs, graceMs }: ProgramSpec): PartSpec => ({
  name,
  spawn: () => spawnProgram(module, env, runAs),
  ready: async (child, signal) => {
    await once(child, "message", { signal });
  },
  stopSignal: "SIGTERM",
  graceMs,
});
