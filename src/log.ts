import pino, { type DestinationStream, type Logger } from "pino";

/** An error without the values that a database puts into its details: logs hold nothing personal. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, code, cause } = error as Error & { code?: unknown };
  return { name, message, code, stack, ...(cause === undefined ? {} : { cause: plainError(cause) }) };
}

/** JSON lines on stdout, at LOG_LEVEL. Errors are ours under `err`, and Temporal's under `error`. */
export const createLog = (part: string, level: string, destination?: DestinationStream): Logger =>
  pino({ level, name: part, serializers: { err: plainError, error: plainError } }, destination ?? pino.destination(1));
