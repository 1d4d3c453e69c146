import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const longestBuildMs = 120_000;

/** Does the process that a lock file names still build? One that died without removing it counts as gone. */
function isHeld(lockFile) {
  try {
    if (Date.now() - statSync(lockFile).mtimeMs > longestBuildMs) return false;
    process.kill(Number(readFileSync(lockFile, "utf8")), 0);
    return true;
  } catch (error) {
    // EPERM: it lives, under another user. ENOENT: released just now.
    return error.code === "EPERM";
  }
}

/** Runs `work` while no other build of this checkout runs. */
export async function withBuildLock(lockFile, work) {
  for (;;) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (isHeld(lockFile)) await wait(50);
      else rmSync(lockFile, { force: true });
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}
