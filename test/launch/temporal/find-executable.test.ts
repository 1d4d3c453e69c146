import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { cachedExecutable, keepExecutable } from "../../../src/launch/temporal/executable-cache.js";
import { findExecutable } from "../../../src/launch/temporal/find-executable.js";
import type { Tool } from "../../../src/launch/temporal/tools.js";

const tool: Tool = { command: "pratica-tool", wheel: "none", version: "1.0.0", server: "dev-server", sha256: {} };
const saved = { PATH: process.env.PATH, XDG_CACHE_HOME: process.env.XDG_CACHE_HOME };
const program = "#!/bin/sh\nexit 0\n";
let folder: string;
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "pratica-find-"));
  said = [];
  process.env.PATH = `${path.join(folder, "bin")}:${saved.PATH}`;
  process.env.XDG_CACHE_HOME = folder;
});
afterEach(() => {
  process.env.PATH = saved.PATH;
  if (saved.XDG_CACHE_HOME === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = saved.XDG_CACHE_HOME;
  rmSync(folder, { recursive: true });
});

function place(directory: string, content: string): string {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, tool.command);
  writeFileSync(file, content);
  chmodSync(file, 0o755);
  return file;
}

function cache(content: string, sha256 = createHash("sha256").update(content).digest("hex")): string {
  const directory = path.join(folder, "pratica", `pratica-tool-1.0.0-${process.platform}-${process.arch}`);
  const file = place(directory, content);
  writeFileSync(path.join(directory, "sha256"), `${sha256}\n`);
  return file;
}

/** The places up to the cache; the ones after it would go to the network. */
async function firstFound(count: number): Promise<string[]> {
  const found: string[] = [];
  for await (const executable of findExecutable(tool, (line) => said.push(line.trim()), new AbortController().signal)) {
    found.push(executable);
    if (found.length === count) break;
  }
  return found;
}

it("takes the one on PATH first, then the cached one", async () => {
  place(path.join(folder, "bin"), program);
  const cached = cache(program);
  expect(await firstFound(2)).toEqual(["pratica-tool", cached]);
  expect(said).toEqual([]);
});

it("says in one line of each place why it is passed over", async () => {
  const cached = cache(program);
  expect(await firstFound(1)).toEqual([cached]);
  expect(said).toEqual(["pratica-tool on PATH: not found"]);
});

it("passes over a program that hangs", async () => {
  place(path.join(folder, "bin"), "#!/bin/sh\nexec sleep 60\n");
  const cached = cache(program);
  expect(await firstFound(1)).toEqual([cached]);
  expect(said).toEqual(["pratica-tool on PATH: no answer in 4 s"]);
});

it("doesn't run a cached file that is not the one that was fetched", async () => {
  cache(program, "0".repeat(64));
  // What would come next is a download.
  const enough = new AbortController();
  const search = findExecutable(
    { ...tool, sha256: { [`${process.platform}-${process.arch}`]: "0".repeat(64) } },
    (line) => {
      if (said.push(line.trim()) === 2) enough.abort();
    },
    enough.signal,
  );
  await search.next().catch(() => undefined);
  expect(said[1]).toMatch(/SHA-256 differs/);
});

it("keeps what was fetched only if it is what it should be, and lets it be run", async () => {
  const [cached, platform] = [path.join(folder, "cache"), `${process.platform}-${process.arch}`];
  const fetched = place(path.join(folder, "fetched"), program);
  chmodSync(fetched, 0o600);
  const other = { ...tool, sha256: { [platform]: "0".repeat(64) } };
  await expect(keepExecutable(other, cached, fetched)).rejects.toThrow(/what came is not pratica-tool 1\.0\.0/);
  expect([existsSync(cached), await cachedExecutable(tool, cached)]).toEqual([false, null]);
  const kept = await keepExecutable(tool, cached, fetched);
  expect([statSync(kept).mode & 0o777, await cachedExecutable(tool, cached)]).toEqual([0o755, kept]);
});
