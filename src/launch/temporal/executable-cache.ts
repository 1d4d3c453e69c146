import { createHash } from "node:crypto";
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Tool } from "./tools.js";

const platform = `${process.platform}-${process.arch}`;

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest("hex");
}

/** Each version and platform has a folder in the cache. It holds the executable, and the SHA-256 that this had when it was fetched. */
function cachePaths(tool: Tool, cache: string) {
  const folder = path.join(cache, `${tool.command}-${tool.version}-${platform}`);
  return { folder, executable: path.join(folder, tool.command), recorded: path.join(folder, "sha256") };
}

/**
 * The executable in the cache; null if it was never fetched.
 * @throws Error if it has changed since it was fetched
 */
export async function cachedExecutable(tool: Tool, cache: string): Promise<string | null> {
  const { executable, recorded } = cachePaths(tool, cache);
  if (!existsSync(executable) || !existsSync(recorded)) return null;
  const expected = tool.sha256[platform] ?? readFileSync(recorded, "utf8").trim();
  if ((await sha256Of(executable)) !== expected)
    throw new Error(`${executable} is not what it should be (SHA-256 differs)`);
  return executable;
}

/** Moves a fetched executable into the cache. @throws Error if its SHA-256 differs from the known one for this platform */
export async function keepExecutable(tool: Tool, cache: string, fetched: string): Promise<string> {
  const { folder, executable, recorded } = cachePaths(tool, cache);
  const sha256 = await sha256Of(fetched);
  const expected = tool.sha256[platform];
  if (expected && sha256 !== expected)
    throw new Error(`what came is not ${tool.command} ${tool.version} (SHA-256 differs)`);
  mkdirSync(folder, { recursive: true });
  chmodSync(fetched, 0o755);
  rmSync(recorded, { force: true });
  renameSync(fetched, executable);
  writeFileSync(recorded, `${sha256}\n`);
  return executable;
}
