import pino, { type Logger } from "pino";

/** An error without the values that a database puts into its details: logs hold nothing personal. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, code, cause } = error as Error & { code?: unknown };
  return { name, message, code, stack, ...(cause === undefined ? {} : { cause: plainError(cause) }) };
}

/** JSON lines on stdout, at LOG_LEVEL. */
export const createLog = (part: string, level: string): Logger =>
  pino({ level, name: part, serializers: { err: plainError } });
