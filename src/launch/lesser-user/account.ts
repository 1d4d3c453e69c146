import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import type { Say } from "../say.js";

/** The user as whom Postgres and the other parts run. */
export interface Account {
  uid: number;
  gid: number;
}

function run(command: string, ...args: string[]): string | null {
  try {
    return execFileSync(command, args, { encoding: "utf8", timeout: 5_000, stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    // No such command or no such user; the caller tries another way.
    return null;
  }
}

function accountNamed(name: string): Account | null {
  const [uid, gid] = [run("id", "-u", name), run("id", "-g", name)];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

function createPostgresUser(): void {
  if (run("useradd", "--system", "--user-group", "--no-create-home", "postgres") === null) {
    run("adduser", "-S", "-D", "-H", "postgres");
  }
}

/**
 * The user as whom Postgres must run, since it refuses to run as root. Root starts it as the owner of its data; if there is no data
 * yet, as `postgres`, which is created if missing, else as `nobody`, which every system has.
 * @returns null if it can run as the current user
 */
export function postgresAccount(dataDirectory: string, say: Say): Account | null {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(dataDirectory)) {
    const { uid, gid } = statSync(dataDirectory);
    if (uid !== 0) return { uid, gid };
  }
  const existing = accountNamed("postgres");
  if (existing) return existing;
  createPostgresUser();
  const created = accountNamed("postgres");
  if (created) {
    say("Postgres can't run as root: made the user postgres for it.");
    return created;
  }
  const nobody = accountNamed("nobody");
  if (!nobody)
    throw new Error(
      "Postgres can't run as root, and no other user was found: start as another user, or set DATABASE_URL.",
    );
  say("Postgres can't run as root: it runs as nobody.");
  return nobody;
}
