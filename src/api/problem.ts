import { ActionError, errorCodes } from "../domain/errors.js";

export const problemType = "application/problem+json";

/** The body of an answer that tells of an error (RFC 9457). */
export const problemOf = ({ code, status, message, extras }: ActionError, requestId: string) => ({
  type: `/docs#${code}`,
  title: errorCodes[code].title,
  status,
  detail: message,
  code,
  requestId,
  ...(extras.errors ? { errors: extras.errors } : {}),
});

/** The error of an address that answers nothing, or not to this method. */
export const nothingHere = () => new ActionError("not_found", "There is nothing at this address.");
