import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { codeOf } from "../../db/error-code.js";

/** Writes a value as JSON to a file that only its owner can read (mode 0600). Atomic, also if the machine crashes. */
export function writePrivateJson(file: string, value: unknown): void {
  const draft = `${file}.${process.pid}.new`;
  try {
    const descriptor = openSync(draft, "w", 0o600);
    try {
      writeFileSync(descriptor, `${JSON.stringify(value, null, 2)}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Writes over a file from `writePrivateJson`, within the bytes that it has: so it works on a full disk too. What is shorter is filled up
 * with spaces.
 * @throws Error if there is no such file, or it has not enough bytes
 */
export function overwritePrivateJson(file: string, value: unknown): void {
  const descriptor = openSync(file, "r+");
  try {
    const { size } = fstatSync(descriptor);
    const content = Buffer.from(`${JSON.stringify(value)}\n`);
    if (content.length > size) throw new Error(`${file} has no room`);
    writeSync(descriptor, Buffer.concat([content, Buffer.alloc(size - content.length, " ")]), 0, size, 0);
  } finally {
    closeSync(descriptor);
  }
}

/** The value in a JSON file; null if there is no such file. */
export function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw new Error(`${file} can't be read: ${(error as Error).message}`);
  }
}
