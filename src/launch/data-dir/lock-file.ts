import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { codeOf } from "../../db/error-code.js";
import { isAlive, type KnownProcess, knownProcess } from "../processes/known-process.js";

/**
 * The process that holds the lock; null if there is none, or it is dead. After a loss of power the file may be there without its content,
 * or with NULs in its place.
 */
export function lockHolder(file: string): KnownProcess | null {
  const text = readOrNull(file)?.replaceAll("\0", "");
  const holder = text ? (JSON.parse(text) as KnownProcess) : null;
  return holder && isAlive(holder) ? holder : null;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/**
 * Tries to take the lock for this process. The lock of a dead process is removed, so that the next attempt can succeed.
 * @returns whether the lock was taken
 */
export function tryLock(file: string): boolean {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, JSON.stringify(knownProcess(process.pid)), { mode: 0o600 });
    // A link is created atomically, and never replaces an existing file.
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    if (!lockHolder(file)) removeDeadLock(file, draft);
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Two processes may find the same dead lock. The slower one may then move away the new lock of the faster one, and puts it back. */
function removeDeadLock(file: string, aside: string): void {
  try {
    renameSync(file, aside);
    if (lockHolder(aside)) linkSync(aside, file);
  } catch (error) {
    const code = codeOf(error);
    if (code !== "ENOENT" && code !== "EEXIST") throw error;
  }
}

export const unlock = (file: string): void => rmSync(file, { force: true });

/** Runs `work` while holding the lock. Waits for the lock as long as its holder is alive. */
export async function withLock<T>(file: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  while (!tryLock(file)) await wait(50, undefined, { signal });
  try {
    return await work();
  } finally {
    unlock(file);
  }
}
