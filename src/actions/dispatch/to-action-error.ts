import { codeOf, lockNotAvailable } from "../../db/error-code.js";
import { NoTurn } from "../../db/sending/shares.js";
import { isUnreachable } from "../../db/unreachable.js";
import { ActionError, conflict, unavailable } from "../../domain/errors.js";

const statementTimeout = "57014";
const diskFull = "53100";
const readOnly = "25006";
const soonSeconds = 5;

/** The error that callers get: an ActionError itself, `unavailable` for a Postgres that can't be reached, is read-only or has no room, `internal` for anything else. */
export function toActionError(error: unknown): ActionError {
  if (error instanceof ActionError) return error;
  const code = codeOf(error);
  if (code === statementTimeout)
    return unavailable("The database took too long; try again, or ask for less at a time.", soonSeconds);
  if (code === lockNotAvailable) return conflict("Another request is working on the same record; try again.");
  if (code === diskFull)
    return unavailable("The server's disk is full: nothing can be written until there is room.", soonSeconds);
  if (code === readOnly) return unavailable("The database can't take changes at the moment; try again.", soonSeconds);
  if (error instanceof NoTurn)
    return unavailable("Too many requests of this organization wait for the database; try again.", soonSeconds);
  if (isUnreachable(error)) return unavailable("The database can't be reached right now; try again.", soonSeconds);
  return new ActionError("internal", "Something went wrong on the server; report it with the request id.");
}
