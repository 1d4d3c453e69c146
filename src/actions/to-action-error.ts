import { isUnreachable } from "../db/unreachable.js";
import { ActionError } from "../domain/errors.js";

const lockNotAvailable = "55P03";
const statementTimeout = "57014";

/** The error that callers get: an ActionError itself, `unavailable` for an unreachable Postgres, `internal` for anything else. */
export function toActionError(error: unknown): ActionError {
  if (error instanceof ActionError) return error;
  const { code } = (error ?? {}) as { code?: string };
  if (code === statementTimeout)
    return new ActionError("unavailable", "This took the database too long; try again, or ask for less at a time.", {
      headers: { "Retry-After": "5" },
    });
  if (code === lockNotAvailable)
    return new ActionError("conflict", "Another request is working on the same record; try again.");
  if (isUnreachable(error)) {
    return new ActionError("unavailable", "The database can't be reached right now; try again.", {
      headers: { "Retry-After": "5" },
    });
  }
  return new ActionError("internal", "Something went wrong on the server; report it with the request id.");
}
