import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { Say } from "../say.js";

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;

/** Bytes in all files under a folder; a file that vanishes meanwhile counts nothing. */
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
  /** The folder into which the program downloads: while it grows, the program may take its time. */
  folder: string;
  /** Without a word and without a byte for so long, the program is ended. */
  stallMs: number;
  env: NodeJS.ProcessEnv;
  say: Say;
  signal: AbortSignal;
}

/**
 * Runs a program that downloads something, telling how far it is.
 * @throws Error with the last line that it wrote, or saying that nothing arrived any more
 */
export function runWatched(
  command: string,
  args: string[],
  { what, folder, stallMs, env, say, signal }: Watched,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, cwd: folder, stdio: ["ignore", "pipe", "pipe"], signal });
    let words = "";
    let size = 0;
    let movedAt = Date.now();
    let saidAt = Date.now();
    let stalled = false;
    const hear = (chunk: Buffer) => {
      words = (words + chunk.toString("utf8")).slice(-4_000);
      movedAt = Date.now();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    const watch = setInterval(() => {
      const now = Date.now();
      const bytes = sizeOf(folder);
      if (bytes !== size) movedAt = now;
      size = bytes;
      if (now - saidAt > 2_000 && size > 0) {
        saidAt = now;
        say(`  ${what}: ${megabytes(size)} so far`);
      }
      if (now - movedAt > stallMs) {
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
      const lastLine = words.trim().split("\n").at(-1)?.slice(0, 300);
      reject(new Error(stalled ? `nothing came for ${stallMs / 1000} s` : lastLine || `it ended with code ${code}`));
    });
  });
}
