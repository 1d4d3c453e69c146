import { chmodSync, chownSync, existsSync, lchownSync, mkdirSync, realpathSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import type { Account } from "../lesser-user/account.js";
import { giveTo } from "../lesser-user/owned-files.js";
import { mayEnter } from "../lesser-user/rights.js";
import type { Say } from "../say.js";

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
