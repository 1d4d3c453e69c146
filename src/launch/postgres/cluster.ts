import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { type Account, postgresAccount } from "../lesser-user/account.js";
import { giveTo } from "../lesser-user/owned-files.js";
import type { Say } from "../say.js";
import { findBinaries } from "./binaries.js";

/** A database cluster: its files, its programs, and the user as whom they run (null: the current user). */
export interface Cluster {
  directory: string;
  binaries: string;
  account: Account | null;
}

/**
 * Names of files for a program whose user may not be allowed to enter their parent folders: the program inherits them already open,
 * as /proc/self/fd/N. Other systems than Linux get the plain paths.
 */
function openForChild(account: Account | null, files: string[]): { names: string[]; descriptors: number[] } {
  if (!account || process.platform !== "linux") return { names: files, descriptors: [] };
  return {
    names: files.map((_, n) => `/proc/self/fd/${n + 3}`),
    descriptors: files.map((file) => openSync(file, "r")),
  };
}

const superuser = "postgres";

/**
 * The cluster in `directory`. On first use it is created, with a superuser `postgres` that has this password. An interrupted creation
 * is started again.
 * @throws Error with the output of initdb
 */
export function openCluster(directory: string, password: string, say: Say, initdbFlags: string[] = []): Cluster {
  const account = postgresAccount(directory, say);
  const cluster = { directory, binaries: findBinaries(account, say), account };
  if (account && statSync(directory, { throwIfNoEntry: false })?.uid === 0) {
    say(`${directory} was copied by root: it belongs to Postgres' user again.`);
    giveTo(account, directory);
    chmodSync(directory, 0o700);
  }
  if (!existsSync(directory)) {
    const draft = `${directory}.new`;
    initialize({ ...cluster, directory: draft }, password, initdbFlags);
    renameSync(draft, directory);
  }
  return cluster;
}

function initialize({ directory, binaries, account }: Cluster, password: string, flags: string[]): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700, recursive: true });
  const passwordFile = `${directory}.password`;
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) for (const file of [directory, passwordFile]) chownSync(file, account.uid, account.gid);
  const { names, descriptors } = openForChild(account, [directory, passwordFile]);
  try {
    const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    const { status, stdout, stderr, error } = spawnSync(
      path.join(binaries, "bin", "initdb"),
      [
        `--pgdata=${names[0]}`,
        `--pwfile=${names[1]}`,
        `--username=${superuser}`,
        "--auth=scram-sha-256",
        ...locale,
        ...flags,
      ],
      { cwd: "/", env: {}, encoding: "utf8", stdio: ["ignore", "pipe", "pipe", ...descriptors], ...account },
    );
    if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? (stderr || stdout).trim()}`);
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
    rmSync(passwordFile, { force: true });
  }
}

/** Starts the server of a cluster on 127.0.0.1, in a process group of its own. @param logFile the descriptor of an open file */
export function spawnPostgres(
  { directory, binaries, account }: Cluster,
  port: number,
  logFile: number,
  settings: Record<string, string> = {},
): ChildProcess {
  const all = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    jit: "off",
    ...settings,
  };
  const { names, descriptors } = openForChild(account, [directory]);
  try {
    return spawn(
      path.join(binaries, "bin", "postgres"),
      ["-D", names[0] as string, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      { cwd: "/", env: {}, detached: true, stdio: ["ignore", logFile, logFile, ...descriptors], ...account },
    );
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
}

/** The address of a database of the cluster, for its superuser. */
export const ownerUrl = (password: string, port: number, database: string): string =>
  `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;
