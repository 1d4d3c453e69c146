import { chownSync, lchownSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { Account } from "./account.js";

/** Makes a folder and all in it the account's, as after a copy by root. Symbolic links are not followed. */
export function giveTo({ uid, gid }: Account, folder: string): void {
  lchownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) giveTo({ uid, gid }, file);
    else lchownSync(file, uid, gid);
  }
}

/** Opens a log for a program of the account, which may not be allowed to enter the log's folder. @returns the descriptor */
export function openLogFor({ uid, gid }: Account, file: string): number {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const descriptor = openSync(file, "a", 0o600);
  chownSync(file, uid, gid);
  return descriptor;
}

/** @throws Error, saying what to type, if the DATA_DIR holds another user's files, as after a copy by root */
export function refuseForeign(dataDir: string, uid = process.getuid?.()): void {
  if (!uid) return;
  const foreign = ["", "secrets.json", "postgres"]
    .map((name) => path.join(dataDir, name))
    .find((file) => (statSync(file, { throwIfNoEntry: false })?.uid ?? uid) !== uid);
  if (foreign === undefined) return;
  throw new Error(`${foreign} belongs to another user. Type: sudo chown -R ${uid} ${dataDir}`);
}
