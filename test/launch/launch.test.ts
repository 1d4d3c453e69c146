import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { loadConfig } from "../../src/config.js";
import { readInstance, writeInstance } from "../../src/launch/data-dir/instance.js";
import { Launch } from "../../src/launch/launch.js";
import { type KnownProcess, knownProcess } from "../../src/launch/processes/known-process.js";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "pratica-launch-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it("leaves the note of what an earlier start left, where it is stopped before that has ended", async () => {
  const stubborn = spawn(process.execPath, [
    "-e",
    "process.on('SIGTERM', () => console.log('asked')); console.log('up'); setInterval(() => {}, 1000)",
  ]);
  await once(stubborn.stdout, "data");
  const left = { name: "worker", ...(knownProcess(stubborn.pid as number) as KnownProcess) };
  writeInstance(dataDir, {
    launcher: { pid: 1, startedAt: "another boot" },
    state: "running",
    baseUrl: "http://localhost:3000",
    databaseUrl: null,
    temporalAddress: "127.0.0.1:7233",
    processes: [left],
  });
  const launch = new Launch(loadConfig({ DATA_DIR: dataDir }));
  const start = launch.start();
  await once(stubborn.stdout, "data");
  await launch.stop();
  expect(readInstance(dataDir)?.processes).toEqual([left]);
  stubborn.kill("SIGKILL");
  await expect(start).rejects.toThrow("stopped while starting");
});
