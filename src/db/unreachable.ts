import { codeOf } from "./error-code.js";

/** No connection could be made, for whatever reason: the server may also refuse the password, or its certificate may have expired. */
export class NotConnected extends Error {
  /** of the cause, by which some are told from others */
  readonly code: string;

  constructor(cause: Error) {
    super(cause.message, { cause });
    this.code = codeOf(cause);
  }
}

/** In words: errors of Node; a server that stops, or ends what it calls idle or too long; too many connections; of the connection. */
const codes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "25P03",
  "25P04",
  "53300",
  "08006",
  "08001",
  "08003",
]);
const messages =
  /connection terminated|timeout exceeded when trying to connect|server closed the connection|connection ended unexpectedly|client has encountered a connection error|query read timeout/i;

/** Whether an error means that Postgres can't be reached now, by the error codes of Node and Postgres or the messages of `pg`. */
export function isUnreachable(error: unknown): boolean {
  const { message = "" } = (error ?? {}) as { message?: string };
  return error instanceof NotConnected || codes.has(codeOf(error)) || messages.test(message);
}
