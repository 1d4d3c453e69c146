import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/** In DATA_DIR itself: where Temporal runs as another user than the launcher, that one can write nothing there. */
const noteIn = (dataDir: string) => path.join(dataDir, "temporal.new");

/** Longer than a start is given, with its end. */
const longestLayingMs = 300_000;

/**
 * Notes that the embedded Temporal has not served yet, or if it never did, takes away what it laid. It lays its tables only where its file
 * isn't there: cut off meanwhile (a full disk, SIGKILL, a loss of power) it never started again. Until it has served, nothing else is in it.
 * A file of another time isn't what it laid, but one that was copied here, or that a release without this note has used since.
 */
export function beginLaying(dataDir: string, file: string): void {
  const note = noteIn(dataDir);
  const sinceNoteMs = Math.max(writtenAt(file), writtenAt(`${file}-wal`)) - writtenAt(note);
  if (existsSync(note) && sinceNoteMs >= 0 && sinceNoteMs < longestLayingMs)
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(file + suffix, { force: true });
  if (!existsSync(file)) writeFileSync(note, new Date().toISOString(), { mode: 0o600 });
}

/** From now on it keeps its state. */
export const endLaying = (dataDir: string): void => rmSync(noteIn(dataDir), { force: true });

const writtenAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
