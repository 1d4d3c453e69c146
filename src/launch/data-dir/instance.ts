import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { codeOf } from "../../db/error-code.js";
import { endProcess, isAlive, type KnownProcess } from "../processes/known-process.js";
import { lockHolder, tryLock, unlock } from "./lock-file.js";
import { overwritePrivateJson, readJson, writePrivateJson } from "./private-file.js";

/** What runs on a DATA_DIR. Stored in `DATA_DIR/instance.json` for the admin command and the next start. */
export interface Instance {
  launcher: KnownProcess;
  state: "running" | "stopping";
  baseUrl: string;
  /** the database's address for its owner; null until Postgres serves */
  databaseUrl: string | null;
  temporalAddress: string;
  processes: (KnownProcess & { name: string })[];
}

const instanceFile = (dataDir: string) => path.join(dataDir, "instance.json");
const lockName = "instance.lock";
const lockFile = (dataDir: string) => path.join(dataDir, lockName);

/** What a DATA_DIR has, beside the locks of who holds it, or tries to. */
export const contentsOf = (dataDir: string): string[] =>
  existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !name.startsWith(lockName)) : [];

export const readInstance = (dataDir: string): Instance | null => readJson<Instance>(instanceFile(dataDir));

/** Room for the numbers of processes that are started later, where nothing more can be written than the file has already. */
const spare = " ".repeat(500);

export function writeInstance(dataDir: string, instance: Instance): void {
  try {
    writePrivateJson(instanceFile(dataDir), { ...instance, spare });
  } catch (error) {
    if (codeOf(error) !== "ENOSPC") throw error;
    overwritePrivateJson(instanceFile(dataDir), instance);
  }
}

const noticeMs = 3_000;
/** More than the times that the parts have to end, one after the other. */
const longestStopMs = 90_000;

/**
 * Makes this process the only one that runs on the DATA_DIR. It waits for another that is just stopping, or that will stop within a
 * second because its npm was killed.
 * @throws Error if another one runs on it
 */
export async function holdDataDir(dataDir: string, signal: AbortSignal): Promise<void> {
  const began = Date.now();
  while (!tryLock(lockFile(dataDir))) {
    const timeoutMs = readInstance(dataDir)?.state === "stopping" ? longestStopMs : noticeMs;
    const holder = lockHolder(lockFile(dataDir));
    if (holder && Date.now() - began > timeoutMs) {
      const where = readInstance(dataDir)?.baseUrl;
      throw new Error(
        `${dataDir} is in use: Pratica runs on it as process ${holder.pid}${where ? `, at ${where}` : ""}.`,
      );
    }
    await wait(100, undefined, { signal });
  }
}

/** Ends the processes that a killed launcher left on this DATA_DIR: our programs and Temporal first, Postgres last. @returns their names */
export async function endOrphans(dataDir: string): Promise<string[]> {
  const orphans = readInstance(dataDir)?.processes.filter(isAlive) ?? [];
  const isDatabase = ({ name }: { name: string }) => name === "Postgres";
  const others = orphans.filter((orphan) => !isDatabase(orphan));
  await Promise.all(others.map((orphan) => endProcess(orphan, "SIGTERM", 3_000)));
  for (const database of orphans.filter(isDatabase)) await endProcess(database, "SIGINT", 10_000);
  return orphans.map(({ name }) => name);
}

export function releaseDataDir(dataDir: string): void {
  rmSync(instanceFile(dataDir), { force: true });
  unlock(lockFile(dataDir));
}
