import type { Logger } from "pino";
import type { ActionError } from "../domain/errors.js";

interface Failure {
  requestId: string;
  error: unknown;
  /** what the caller is told of it */
  told: ActionError;
}

/** Logs of a failure what its caller isn't told. @param what failed, in words */
export function logFailure(log: Logger, what: string, { requestId, error, told }: Failure): void {
  if (told.code === "internal") log.error({ requestId, err: error }, `${what} failed`);
  // Only the storage of files gives a cause: why a database is away stands in its own log.
  else if (told.code === "unavailable" && told.cause)
    log.warn({ requestId, err: told.cause }, "the storage of files doesn't do its work");
}
