import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { isAlive, type KnownProcess, knownProcess } from "./known-process.js";

/** Who holds the lock: null where nobody does, or only a process that died. */
export function lockHolder(file: string): KnownProcess | null {
  const text = readOrNull(file);
  const holder = text === null ? null : (JSON.parse(text) as KnownProcess);
  return holder && isAlive(holder) ? holder : null;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Takes the lock for this process if nobody living holds it; says whether it did. A dead holder's lock is taken over. */
export function tryLock(file: string): boolean {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(knownProcess(process.pid)), { mode: 0o600 });
  try {
    // A link appears whole or not at all, and never in place of another.
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (!lockHolder(file)) setDeadLockAside(file, draft);
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Two processes may find the same dead lock: what the slower one moves away may be the quicker one's, and goes back. */
function setDeadLockAside(file: string, aside: string): void {
  try {
    renameSync(file, aside);
    if (lockHolder(aside)) linkSync(aside, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "EEXIST") throw error;
  }
}

export const unlock = (file: string): void => rmSync(file, { force: true });

/** Runs `work` while holding the lock, waiting for it as long as its holder lives. */
export async function withLock<T>(file: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  while (!tryLock(file)) await wait(50, undefined, { signal });
  try {
    return await work();
  } finally {
    unlock(file);
  }
}
