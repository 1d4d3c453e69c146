import { ActionError, type ErrorExtras } from "../../domain/errors.js";

/**
 * The refusal of a link from a mail that can't be used any more.
 * @param wayOn where another is to be had
 */
export const deadLink = (wayOn?: ErrorExtras["wayOn"]): ActionError =>
  new ActionError(
    "not_found",
    "This link is not valid any more: it was used, withdrawn, or is too old. Ask for another.",
    {
      italian: "Questo link non è più valido: è stato usato, ritirato o è scaduto. Chiedine un altro.",
      ...(wayOn && { wayOn }),
    },
  );
