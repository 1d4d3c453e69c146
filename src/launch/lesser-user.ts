import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "../config.js";
import type { Account } from "./postgres/account.js";
import type { Say } from "./say.js";
import { sharedFolders } from "./shared-folders.js";

/** A part's own user can't read the settings in root's home; without a home it looks for none. */
export const homeless = { HOME: "/nonexistent" };

const succeedsAs = (account: Account, script: string, ...args: string[]): boolean => {
  const options = { cwd: "/", env: childEnvironment(homeless), timeout: 30_000, stdio: "ignore", ...account } as const;
  return spawnSync(process.execPath, ["--input-type=module", "--eval", script, ...args], options).status === 0;
};
const mayOpen = (account: Account, file: string, mode: "R_OK" | "X_OK"): boolean =>
  succeedsAs(account, `import fs from "node:fs"; fs.accessSync(process.argv[1], fs.constants.${mode})`, file);
const mayEnter = (account: Account, folder: string): boolean => mayOpen(account, folder, "X_OK");
/** Whether the account may read a file. @param file from /, as all that runs as the account is started there */
export const mayRead = (account: Account, file: string): boolean => mayOpen(account, file, "R_OK");

const listening = `import net from "node:net";
  net.createServer().once("error", () => process.exit(1)).listen({ port: process.argv[1], host: process.argv[2] }, () => process.exit(0));`;
/** Whether the account may open a port that is free. */
export const mayListen = (account: Account, { port, hosts }: { port: number; hosts?: string[] | undefined }): boolean =>
  succeedsAs(account, listening, String(port), hosts?.[0] ?? "127.0.0.1");

/** The user of our own programs: the account, if it can read them. @param account null: not started as root */
export function programsAccount(account: Account | null, say: Say): Account | null {
  // It imports a package too.
  const module = new URL("../log.js", import.meta.url);
  if (!account || succeedsAs(account, `await import(${JSON.stringify(module.href)})`)) return account;
  const folder = path.resolve(fileURLToPath(module), "../..");
  say(
    `Mailbox, worker and API run as root, since the user with the id ${account.uid} may not read ${folder}. Put the program into a folder that every user may read, or start it as another user.`,
  );
  return null;
}

/** The executable where the account can run it: there already, or a copy in a folder for all users; null if there is none. */
export function reachableExecutable(account: Account, executable: string): string | null {
  if (!path.isAbsolute(executable) || mayEnter(account, executable)) return executable;
  for (const folder of sharedFolders()) {
    // The name of its folder has its version.
    const copy = path.join(folder, `${path.basename(path.dirname(executable))}-${path.basename(executable)}`);
    if (statSync(copy, { throwIfNoEntry: false })?.size === statSync(executable).size && mayEnter(account, copy))
      return copy;
    const draft = `${copy}.${process.pid}.new`;
    copyFileSync(executable, draft);
    chmodSync(draft, 0o755);
    renameSync(draft, copy);
    if (mayEnter(account, copy)) return copy;
  }
  return null;
}

const temporalFiles = ["temporal.db", "temporal.db-wal", "temporal.db-shm"];

/**
 * Where the embedded Temporal has its state, and as whom it runs: with an account in a folder of its own, since it must not change what
 * root keeps in DATA_DIR. What an earlier start kept in DATA_DIR itself moves there.
 */
export function temporalPlace(
  dataDir: string,
  account: Account | null,
  say: Say,
): { file: string; account: Account | null } {
  const folder = path.join(dataDir, "temporal");
  const own = path.join(folder, "temporal.db");
  const asRoot = () => ({ file: existsSync(own) ? own : path.join(dataDir, "temporal.db"), account: null });
  if (!account) return asRoot();
  if (!letIn(account, dataDir)) {
    say(`Temporal runs as root, since the user with the id ${account.uid} may not enter ${path.dirname(dataDir)}.`);
    return asRoot();
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (statSync(folder).uid !== account.uid) giveTo(account, folder);
  for (const name of temporalFiles) {
    const former = path.join(dataDir, name);
    if (!existsSync(former)) continue;
    lchownSync(former, account.uid, account.gid);
    renameSync(former, path.join(folder, name));
  }
  return { file: own, account };
}

/** Lets the account pass through DATA_DIR, where it may not read it. @returns whether it can now */
function letIn(account: Account, dataDir: string): boolean {
  if (mayEnter(account, dataDir)) return true;
  if (!mayEnter(account, path.dirname(realpathSync(dataDir)))) return false;
  chownSync(dataDir, statSync(dataDir).uid, account.gid);
  chmodSync(dataDir, 0o710);
  return true;
}

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
