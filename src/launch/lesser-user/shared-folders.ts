import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { codeOf } from "../../db/error-code.js";

/** A folder of ours in `base` that every user can enter and only root can change; null if that is impossible. */
export function sharedFolder(base: string): string | null {
  const folder = path.join(base, "pratica");
  try {
    mkdirSync(folder, { mode: 0o755 });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") return null;
  }
  const stat = lstatSync(folder);
  return stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0 ? folder : null;
}

/** The places for copies of programs that a user can't reach where they are, the best first. */
export function* sharedFolders(): Generator<string> {
  for (const base of ["/var/cache", "/var/tmp", tmpdir()]) {
    const folder = sharedFolder(base);
    if (folder) yield folder;
  }
}
