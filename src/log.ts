import { renameSync, statSync, truncateSync } from "node:fs";
import pino, { type DestinationStream, type Logger } from "pino";

/** An error without the values that a database puts into its details: logs hold nothing personal. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, code, cause } = error as Error & { code?: unknown };
  return { name, message, code, stack, ...(cause === undefined ? {} : { cause: plainError(cause) }) };
}

type Destination = ReturnType<typeof pino.destination>;

/** Lets the program go on where its log can't be written, as on a full disk. Nobody is left to tell: these lines are lost. */
const lossy = (destination: Destination): Destination => destination.on("error", () => undefined);

/** JSON lines on stdout, at LOG_LEVEL. Errors are ours under `err`, and Temporal's under `error`. */
export const createLog = (part: string, level: string, destination?: DestinationStream): Logger =>
  pino(
    { level, name: part, serializers: { err: plainError, error: plainError } },
    destination ?? lossy(pino.destination(1)),
  );

/**
 * So that a line costs microseconds and no system call, lines are written in pieces. A pipe takes 4 KiB at once, so no line of another
 * log gets in between. What can't be written is dropped beyond a megabyte.
 */
const inPieces = { sync: false, maxWrite: 4_096, minLength: 3_500, maxLength: 1_000_000, periodicFlush: 1_000 };

/**
 * The log of requests, one line each: to stdout, or to a file.
 * @param largestBytes a file that has become larger is renamed to `<file>.1`
 */
export function createAccessLog(part: string, level: string, file?: string, largestBytes = 10_000_000): Logger {
  const destination = lossy(pino.destination({ ...inPieces, dest: file ?? 1, mkdir: true, mode: 0o600 }));
  if (file !== undefined) keepSmall(destination, file, largestBytes);
  return pino({ level, name: part }, destination);
}

function keepSmall(destination: Destination, file: string, largestBytes: number): void {
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  destination.on("write", (written: number) => {
    bytes += written;
    if (bytes <= largestBytes) return;
    bytes = 0;
    // An open file of another user's folder can't be renamed: it begins anew.
    const isOpen = file.startsWith("/dev/");
    try {
      if (isOpen) truncateSync(file);
      else renameSync(file, `${file}.1`);
    } catch {
      // Somebody has taken it away, and it is made anew; or it is a pipe, or its folder can't be changed, and it goes on.
    }
    if (!isOpen) destination.reopen();
  });
}
