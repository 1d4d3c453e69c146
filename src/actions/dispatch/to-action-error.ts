import { codeOf, lockNotAvailable } from "../../db/error-code.js";
import { NoTurn } from "../../db/sending/shares.js";
import { isUnreachable } from "../../db/unreachable.js";
import { ActionError, conflict, unavailable } from "../../domain/errors.js";

const statementTimeout = "57014";
const diskFull = "53100";
const readOnly = "25006";

const forNow = (message: string, italian: string): ActionError => unavailable(message, 5, italian);

/** The error that callers get: an ActionError itself, `unavailable` for a Postgres that can't be reached, is read-only or has no room, `internal` for anything else. */
export function toActionError(error: unknown): ActionError {
  if (error instanceof ActionError) return error;
  const code = codeOf(error);
  if (code === statementTimeout)
    return forNow(
      "The database took too long; try again, or ask for less at a time.",
      "Il database ha impiegato troppo tempo; riprova.",
    );
  if (code === lockNotAvailable) return conflict("Another request is working on the same record; try again.");
  if (code === diskFull)
    return forNow(
      "The server's disk is full: nothing can be written until there is room.",
      "Il disco del server è pieno: finché non c'è spazio, nulla può essere scritto.",
    );
  if (code === readOnly)
    return forNow(
      "The database can't take changes at the moment; try again.",
      "In questo momento il database non accetta modifiche; riprova.",
    );
  if (error instanceof NoTurn)
    return forNow(
      "Too many requests of this organization wait for the database; try again.",
      "Troppe richieste dello studio attendono il database; riprova.",
    );
  if (isUnreachable(error))
    return forNow(
      "The database can't be reached right now; try again.",
      "Il database non è raggiungibile in questo momento; riprova.",
    );
  return new ActionError("internal", "Something went wrong on the server; report it with the request id.");
}
