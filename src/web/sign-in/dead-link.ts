import { ActionError } from "../../domain/errors.js";

/** The refusal of a link from a mail that can't be used any more. */
export const deadLink = (): ActionError =>
  new ActionError(
    "not_found",
    "This link is not valid any more: it was used, withdrawn, or is too old. Ask for another.",
    { italian: "Questo link non è più valido: è stato usato, ritirato o è scaduto. Chiedine un altro." },
  );
