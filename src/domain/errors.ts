import type { BilingualText } from "./language.js";
import { shortened } from "./text/shortened.js";

/** Every error that a caller can get, with its HTTP status and title. No status is stated anywhere else. */
export const errorCodes = {
  invalid_input: { status: 400, title: "Invalid input" },
  unauthenticated: { status: 401, title: "Missing or invalid API key" },
  forbidden: { status: 403, title: "Not permitted" },
  unknown_action: { status: 404, title: "Unknown action" },
  not_found: { status: 404, title: "Record not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  too_slow: { status: 408, title: "The request arrives too slowly" },
  conflict: { status: 409, title: "The record's state forbids it" },
  too_large: { status: 413, title: "Body too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  range_not_satisfiable: { status: 416, title: "Nothing of the file is in the range" },
  unprocessable: { status: 422, title: "Can't be carried out" },
  rate_limited: { status: 429, title: "Too many requests" },
  quota_exceeded: { status: 429, title: "Quota of the day used up" },
  headers_too_large: { status: 431, title: "Header fields too large" },
  internal: { status: 500, title: "Internal error" },
  unavailable: { status: 503, title: "Temporarily unavailable" },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** A violation of a request's shape: a JSON Pointer into the body, and what is wrong there. */
export interface Violation {
  pointer: string;
  detail: string;
}

export interface ErrorExtras {
  errors?: Violation[];
  headers?: Record<string, string>;
  /** the message in Italian, for failures that pages show */
  italian?: string;
  /** of a page that shows the failure; unset: what its code means */
  title?: BilingualText;
  /** where a page that shows the failure leads to */
  wayOn?: { href: string; text: BilingualText };
}

/** The only error that actions throw. Its message says what to do next, and holds no personal data but what the caller sent. */
export class ActionError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly extras: ErrorExtras = {},
  ) {
    super(message);
    this.name = "ActionError";
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** The number of violations that an answer lists; the others are only counted. */
export const maxViolations = 100;
/** A key can be as long as the body; the pointer to the deepest place of a bill has about 700 characters. */
const maxPointerChars = 2_000;

/** @param count of all violations, where only the first of them were collected */
export function invalidInput(violations: readonly Violation[], count = violations.length): ActionError {
  const errors = violations.slice(0, maxViolations).map(({ pointer, detail }) => ({
    pointer: pointer.length > maxPointerChars ? `${pointer.slice(0, maxPointerChars)}…` : pointer,
    detail,
  }));
  const first = errors.slice(0, 5).map(({ pointer, detail }) => `${pointer || "body"}: ${detail}`);
  const hidden = count - errors.length;
  if (hidden > 0) errors.push({ pointer: "", detail: `and ${hidden} more` });
  return new ActionError("invalid_input", first.join("; "), { errors });
}
/** Input with a single fault in one place. */
export const invalidAt = (pointer: string, detail: string): ActionError => invalidInput([{ pointer, detail }]);
/** Input that breaks a rule as a whole, not in one field. `italian`: the same message, for pages. */
export const invalid = (message: string, italian?: string): ActionError =>
  withItalian("invalid_input", message, italian, { errors: [{ pointer: "", detail: message }] });
export const forbidden = (message: string, italian?: string): ActionError => withItalian("forbidden", message, italian);
/** `field`: the caller's name for the id. A missing record and another organization's record get the same answer. */
export const notFound = (field: string, id: string): ActionError =>
  new ActionError("not_found", `${field}: there is no such record: ${shortened(id, 80)}`);
export const conflict = (message: string, italian?: string): ActionError => withItalian("conflict", message, italian);
export const unprocessable = (message: string): ActionError => new ActionError("unprocessable", message);
/** What may be sent again as it is, after so many seconds. */
export const unavailable = (message: string, afterSeconds: number, italian?: string): ActionError =>
  withItalian("unavailable", message, italian, retryAfter(afterSeconds));
/** As `unavailable`, where it is the caller who asks for too much at once. */
export const rateLimited = (message: string, afterSeconds: number): ActionError =>
  new ActionError("rate_limited", message, retryAfter(afterSeconds));
/** @param allowed the methods that the address takes */
export const methodNotAllowed = (allowed: string, message: string, italian?: string): ActionError =>
  withItalian("method_not_allowed", message, italian, { headers: { Allow: allowed } });

const retryAfter = (seconds: number): ErrorExtras => ({ headers: { "Retry-After": String(seconds) } });

const withItalian = (code: ErrorCode, message: string, italian?: string, extras: ErrorExtras = {}): ActionError =>
  new ActionError(code, message, italian === undefined ? extras : { ...extras, italian });
