import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { Say } from "../say.js";

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;

/** The size in bytes of all files under a folder; files that vanish meanwhile don't count. */
function sizeOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    bytes += statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

export interface Watched {
  what: string;
  /** the folder into which the program downloads */
  folder: string;
  /** the program is killed if it writes no output and the folder doesn't grow for this long */
  stallMs: number;
  env: NodeJS.ProcessEnv;
  say: Say;
  signal: AbortSignal;
}

/**
 * Runs a program that downloads something, and reports its progress.
 * @throws Error with the last line of its output, or saying that the download has stalled
 */
export function runWatched(
  command: string,
  args: string[],
  { what, folder, stallMs, env, say, signal }: Watched,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, cwd: folder, stdio: ["ignore", "pipe", "pipe"], signal });
    let output = "";
    let size = 0;
    let progressAt = Date.now();
    let reportedAt = Date.now();
    let stalled = false;
    const onOutput = (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-4_000);
      progressAt = Date.now();
    };
    child.stdout.on("data", onOutput);
    child.stderr.on("data", onOutput);
    const watch = setInterval(() => {
      const now = Date.now();
      const bytes = sizeOf(folder);
      if (bytes !== size) progressAt = now;
      size = bytes;
      if (now - reportedAt > 2_000 && size > 0) {
        reportedAt = now;
        say(`  ${what}: ${megabytes(size)} so far`);
      }
      if (now - progressAt > stallMs) {
        stalled = true;
        child.kill("SIGKILL");
      }
    }, 200);
    child.once("error", (error) => {
      clearInterval(watch);
      reject(error);
    });
    child.once("close", (code) => {
      clearInterval(watch);
      if (code === 0) return resolve();
      const lastLine = output.trim().split("\n").at(-1)?.slice(0, 300);
      reject(new Error(stalled ? `nothing came for ${stallMs / 1000} s` : lastLine || `it ended with code ${code}`));
    });
  });
}
