import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";

/** Writes a value as JSON to a file that only its owner can read (mode 0600). Atomic, also if the machine crashes. */
export function writePrivateJson(file: string, value: unknown): void {
  const draft = `${file}.${process.pid}.new`;
  const descriptor = openSync(draft, "w", 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(value, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
}

/** The value in a JSON file; null if there is no such file. */
export function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new Error(`${file} can't be read: ${(error as Error).message}`);
  }
}
