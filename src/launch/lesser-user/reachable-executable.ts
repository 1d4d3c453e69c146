import { chmodSync, copyFileSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import type { Account } from "./account.js";
import { mayEnter } from "./rights.js";
import { sharedFolders } from "./shared-folders.js";

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
