import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { endProcess, isAlive, type KnownProcess } from "./known-process.js";
import { lockHolder, tryLock, unlock } from "./lock-file.js";
import { readJson, writePrivateJson } from "./private-file.js";

/** What runs on a DATA_DIR: kept in `DATA_DIR/instance.json` for the admin command and for the next start. */
export interface Instance {
  launcher: KnownProcess;
  state: "running" | "stopping";
  baseUrl: string;
  /** The database's address for its owner; null until Postgres serves. */
  databaseUrl: string | null;
  temporalAddress: string;
  processes: (KnownProcess & { name: string })[];
}

const instanceFile = (dataDir: string) => path.join(dataDir, "instance.json");
const lockFile = (dataDir: string) => path.join(dataDir, "instance.lock");

export const readInstance = (dataDir: string): Instance | null => readJson<Instance>(instanceFile(dataDir));
export const writeInstance = (dataDir: string, instance: Instance): void =>
  writePrivateJson(instanceFile(dataDir), instance);

const noticeMs = 3_000;
const longestStopMs = 60_000;

/**
 * Makes this process the one that runs on the DATA_DIR. One that is just stopping, or whose npm was killed and that will notice
 * within a second, is waited for.
 * @throws Error where another one runs on it
 */
export async function holdDataDir(dataDir: string, signal: AbortSignal): Promise<void> {
  const began = Date.now();
  while (!tryLock(lockFile(dataDir))) {
    const patienceMs = readInstance(dataDir)?.state === "stopping" ? longestStopMs : noticeMs;
    const holder = lockHolder(lockFile(dataDir));
    if (holder && Date.now() - began > patienceMs) {
      const where = readInstance(dataDir)?.baseUrl;
      throw new Error(
        `${dataDir} is in use: Pratica runs on it as process ${holder.pid}${where ? `, at ${where}` : ""}.`,
      );
    }
    await wait(100, undefined, { signal });
  }
}

/** Ends what a launcher that was killed left running on this DATA_DIR: our programs and Temporal first, Postgres last. */
export async function endOrphans(dataDir: string): Promise<string[]> {
  const orphans = readInstance(dataDir)?.processes.filter(isAlive) ?? [];
  const isDatabase = ({ name }: { name: string }) => name === "Postgres";
  await Promise.all(orphans.filter((one) => !isDatabase(one)).map((one) => endProcess(one, "SIGTERM", 3_000)));
  for (const database of orphans.filter(isDatabase)) await endProcess(database, "SIGINT", 10_000);
  return orphans.map(({ name }) => name);
}

export function releaseDataDir(dataDir: string): void {
  rmSync(instanceFile(dataDir), { force: true });
  unlock(lockFile(dataDir));
}
