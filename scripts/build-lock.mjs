import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const longestBuildMs = 120_000;

/** Whether the process that a lock file names is still building. A dead process, or a lock not renewed for two minutes, doesn't count. */
function isHeld(lockFile) {
  try {
    if (Date.now() - statSync(lockFile).mtimeMs > longestBuildMs) return false;
    process.kill(Number(readFileSync(lockFile, "utf8")), 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive, under another user. ENOENT: the lock was just released.
    return error.code === "EPERM";
  }
}

/** Runs `work` while no other build of this checkout is running. */
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
  const isOwn = () => existsSync(lockFile) && readFileSync(lockFile, "utf8") === String(process.pid);
  const renewing = setInterval(() => {
    if (isOwn()) utimesSync(lockFile, new Date(), new Date());
  }, longestBuildMs / 4).unref();
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    if (isOwn()) rmSync(lockFile, { force: true });
  }
}
