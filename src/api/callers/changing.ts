import { type ActionError, unavailable } from "../../domain/errors.js";

/** The caller has changed while the request was carried out, and nothing was done. */
export const changing = (): ActionError =>
  unavailable("The rights of this key or connection are being changed at this moment; try again.", 1);
