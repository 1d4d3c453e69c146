import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { Part, type PartSpec } from "../../../src/launch/processes/part.js";
import { findExecutable } from "../../../src/launch/temporal/find-executable.js";
import { startEmbeddedTemporal } from "../../../src/launch/temporal/part.js";
import { temporalCli } from "../../../src/launch/temporal/tools.js";
import { freePort } from "../../support/ports.js";

const savedPath = process.env.PATH;
const said: string[] = [];
const say = (line: string) => void said.push(line.trim());
let stop: () => Promise<void>;
let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "pratica-temporal-"));
  dataDir = path.join(folder, "data");
  mkdirSync(dataDir);
});
afterEach(async () => {
  process.env.PATH = savedPath;
  await stop();
  rmSync(folder, { recursive: true });
});

/** A `temporal` on PATH whose files may have 200 blocks at first, as on a full disk, and any size once `room` is there. */
async function placeWithoutRoom(room: string): Promise<void> {
  const { value: executable } = await findExecutable(temporalCli, say, new AbortController().signal).next();
  const file = path.join(folder, "bin", "temporal");
  mkdirSync(path.dirname(file));
  writeFileSync(file, `#!/bin/sh\n[ -e ${room} ] || ulimit -f 200\nexec ${executable} "$@"\n`);
  chmodSync(file, 0o755);
  process.env.PATH = `${path.dirname(file)}:${savedPath}`;
}

async function start(): Promise<void> {
  const ending = new AbortController();
  const parts: Part[] = [];
  stop = async () => {
    ending.abort();
    for (const part of parts) await part.stop();
  };
  const newPart = (spec: PartSpec) => {
    const part = new Part(spec, say, () => undefined);
    parts.push(part);
    return part;
  };
  const ports = { port: await freePort(), uiPort: await freePort() };
  const fixed = { dataDir, namespace: "default", account: null, say, newPart };
  await startEmbeddedTemporal({ ...ports, ...fixed, signal: ending.signal });
}

it("begins anew what a full disk cut off at the first start, and keeps what is there after it", async () => {
  const room = path.join(folder, "room");
  await placeWithoutRoom(room);
  await start();
  const why = said.find((line) => line.startsWith("temporal: "));
  expect(why).toMatch(/^temporal: Temporal ended while starting.*\(more in .*temporal\.log\)$/s);
  expect(readFileSync(path.join(dataDir, "logs", "temporal.log"), "utf8")).toMatch(/setting up schema|file size limit/);

  await stop();
  const file = path.join(dataDir, "temporal.db");
  const { ino } = statSync(file);
  writeFileSync(room, "");
  await start();
  expect(statSync(file).ino).toBe(ino);
  expect(existsSync(path.join(dataDir, "temporal.new"))).toBe(false);
}, 60_000);
