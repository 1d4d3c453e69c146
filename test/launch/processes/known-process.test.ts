import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { afterEach, expect, it, jest } from "@jest/globals";
import { endProcess, isAlive, type KnownProcess, knownProcess } from "../../../src/launch/processes/known-process.js";

afterEach(() => {
  jest.restoreAllMocks();
});

/** A process that isn't ours any more, as those that a killed launcher leaves. */
const orphan = (): KnownProcess => {
  const pid = Number(execFileSync("sh", ["-c", "sleep 1000 > /dev/null 2>&1 & echo $!"], { encoding: "utf8" }));
  return knownProcess(pid) as KnownProcess;
};

it("ends a process by the signal", async () => {
  const known = orphan();
  expect(isAlive(known)).toBe(true);
  await endProcess(known, "SIGTERM", 10_000);
  expect(isAlive(known)).toBe(false);
});

it("leaves one alone that has got its number since", async () => {
  const known = orphan();
  await endProcess({ ...known, startedAt: "another boot:1" }, "SIGKILL", 10_000);
  expect(isAlive(known)).toBe(true);
  await endProcess(known, "SIGKILL", 10_000);
});

it("takes one for ended that ends by itself just before the signal", async () => {
  const known = orphan();
  const { kill } = process;
  jest.spyOn(process, "kill").mockImplementationOnce((pid, signal) => {
    kill(pid, "SIGKILL");
    const end = Date.now() + 60_000;
    while (existsSync(`/proc/${pid}`) && Date.now() < end);
    return kill(pid, signal);
  });
  await expect(endProcess(known, "SIGTERM", 10_000)).resolves.toBeUndefined();
});
