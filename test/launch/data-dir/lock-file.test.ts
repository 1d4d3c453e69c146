import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { lockHolder, tryLock, unlock, withLock } from "../../../src/launch/data-dir/lock-file.js";
import { knownProcess } from "../../../src/launch/processes/known-process.js";

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "pratica-lock-"));
  lock = path.join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("is taken once, and free again when given back", () => {
  expect(tryLock(lock)).toBe(true);
  expect(tryLock(lock)).toBe(false);
  expect(lockHolder(lock)?.pid).toBe(process.pid);
  unlock(lock);
  expect(lockHolder(lock)).toBeNull();
  expect(tryLock(lock)).toBe(true);
  expect(readdirSync(folder)).toEqual(["lock"]);
});

it("passes on when its holder died", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  writeFileSync(lock, JSON.stringify(knownProcess(child.pid as number)));
  expect(tryLock(lock)).toBe(false);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect([tryLock(lock), tryLock(lock)]).toEqual([false, true]);
});

it("is not held by another process that has the same pid by now", () => {
  writeFileSync(lock, JSON.stringify({ pid: process.pid, startedAt: "long ago" }));
  expect(lockHolder(lock)).toBeNull();
});

it.each(["", "\0".repeat(70)])("is free when a loss of power has left it empty, or filled with NULs", (left) => {
  writeFileSync(lock, left);
  expect(lockHolder(lock)).toBeNull();
  expect([tryLock(lock), tryLock(lock)]).toEqual([false, true]);
});

it("lets one work at a time", async () => {
  let inside = 0;
  let most = 0;
  const { signal } = new AbortController();
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 20));
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 5 }, () => withLock(lock, signal, work)));
  expect(most).toBe(1);
});
