import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { clearStalePidFile } from "../../../src/launch/postgres/part.js";

let folder: string;
let directory: string;
let pidFile: string;
let children: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "pratica-pid-"));
  directory = path.join(folder, "postgres");
  pidFile = path.join(directory, "postmaster.pid");
  mkdirSync(directory);
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

/** A process that stands for a server of this folder, named by the file. */
async function namedServer(cwd: string): Promise<ChildProcess> {
  const child = spawn("sleep", ["1000"], { cwd });
  children.push(child);
  await once(child, "spawn");
  writeFileSync(pidFile, `${child.pid}\n${directory}\n`);
  return child;
}

it("ends a server that was forgotten on the same files, before another begins with them", async () => {
  const server = await namedServer(directory);
  const ended = once(server, "exit");
  await clearStalePidFile(directory);
  expect(await ended).toEqual([null, "SIGINT"]);
  // It is the server's own to remove.
  expect(existsSync(pidFile)).toBe(true);
});

it("ends no program that has got the number of a server since, and forgets that number", async () => {
  const other = await namedServer(folder);
  await clearStalePidFile(directory);
  expect([other.exitCode, other.signalCode, existsSync(pidFile)]).toEqual([null, null, false]);
});

it("leaves the note of a server that is gone to Postgres", async () => {
  await clearStalePidFile(directory);
  const server = await namedServer(directory);
  server.kill("SIGKILL");
  await once(server, "exit");
  await clearStalePidFile(directory);
  expect(existsSync(pidFile)).toBe(true);
});
