import { ActionError } from "../domain/errors.js";

/** The caller has changed while the request was carried out, and nothing was done. */
export const changing = (): ActionError =>
  new ActionError("unavailable", "What this key or connection may do changes at this moment; try again.", {
    headers: { "Retry-After": "1" },
  });
