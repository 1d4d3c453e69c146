import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

const largestBytes = 10_000_000;
const tailLines = 5;
const minuteMs = 60_000;

/** What Postgres writes for each client that comes before it is ready: the API and the worker ask all the time, and would fill the tail. */
const ofTooEarlyClients =
  /FATAL: {2}the database system is |DETAIL: {2}Consistent recovery state has not been yet reached/;

export const logFile = (dataDir: string, name: string): string => path.join(dataDir, "logs", `${name}.log`);

/**
 * Opens the log of Postgres or Temporal, `DATA_DIR/logs/<name>.log`. One that has grown beyond 10 MB is first renamed to `.log.1`; of one
 * that grows so large while it is written to the last 10 MB are copied there, and it begins anew: its writer has it open.
 * @param everyMs how often is looked
 * @returns `tailSinceNow` is called at a start, and what it gives once that failed: the last five lines written between, without what Postgres
 *   answered to clients that came too early
 */
export function openLog(
  dataDir: string,
  name: string,
  everyMs = minuteMs,
): { descriptor: number; file: string; tailSinceNow: () => () => string } {
  const file = logFile(dataDir, name);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const isLarge = () => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestBytes;
  if (isLarge()) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, "a", 0o600);
  const keepSmall = () => {
    if (!isLarge()) return;
    try {
      writeFileSync(`${file}.1`, endOf(file), { mode: 0o600 });
    } catch {
      // A full disk has no room for a copy, and needs the room of the log.
    }
    truncateSync(file);
  };
  setInterval(keepSmall, everyMs).unref();
  const tailSinceNow = () => {
    const start = fstatSync(descriptor).size;
    return () => {
      const content = readFileSync(file);
      const hasBegunAnew = content.length < start;
      const lines = content
        .subarray(hasBegunAnew ? 0 : start)
        .toString("utf8")
        .trim()
        .split("\n");
      return lines
        .filter((line) => !ofTooEarlyClients.test(line))
        .slice(-tailLines)
        .join("\n");
    };
  };
  return { descriptor, file, tailSinceNow };
}

/** The last 10 MB of a log: within a minute it may grow by a gigabyte. */
function endOf(file: string): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const end = Buffer.alloc(largestBytes);
    const start = Math.max(0, fstatSync(descriptor).size - largestBytes);
    return end.subarray(0, readSync(descriptor, end, 0, largestBytes, start));
  } finally {
    closeSync(descriptor);
  }
}
