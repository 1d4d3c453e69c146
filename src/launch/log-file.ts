import { fstatSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import path from "node:path";

const largestBytes = 10_000_000;

/** The log of a server that isn't ours, `DATA_DIR/logs/<name>.log`: never more than two files of some 10 MB across starts. */
export function openLog(dataDir: string, name: string): { descriptor: number; file: string; lastWords: () => string } {
  const folder = path.join(dataDir, "logs");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${name}.log`);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestBytes) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, "a", 0o600);
  const begin = fstatSync(descriptor).size;
  const lastWords = () => readFileSync(file).subarray(begin).toString("utf8").trim().split("\n").slice(-5).join("\n");
  return { descriptor, file, lastWords };
}
