import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { codeOf } from "../../db/error-code.js";

/** Writes a value as JSON to a file that only its owner can read (mode 0600). Atomic, also if the machine crashes. */
export function writePrivateJson(file: string, value: unknown): void {
  const draft = `${file}.${process.pid}.new`;
  try {
    writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
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
  const { size } = statSync(file);
  const content = Buffer.from(`${JSON.stringify(value)}\n`);
  if (content.length > size) throw new Error(`${file} has no room`);
  writeFileSync(file, Buffer.concat([content, Buffer.alloc(size - content.length, " ")]), { flag: "r+" });
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
