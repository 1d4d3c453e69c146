import { existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Lies in DATA_DIR, where a lesser user of Temporal's can place nothing. */
const noteIn = (dataDir: string) => path.join(dataDir, "temporal.new");

/**
 * Notes that the embedded Temporal has not served yet, or if it never did, takes away what it laid. It lays its tables only where its file
 * isn't there: cut off meanwhile (a full disk, SIGKILL, a loss of power) it never started again. Until it has served, nothing else is in it.
 */
export function beginLaying(dataDir: string, file: string): void {
  const note = noteIn(dataDir);
  if (existsSync(note)) for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(file + suffix, { force: true });
  else if (!existsSync(file)) writeFileSync(note, "", { mode: 0o600 });
}

/** From now on it keeps its state. */
export const endLaying = (dataDir: string): void => rmSync(noteIn(dataDir), { force: true });
