import { codeOf } from "./error-code.js";

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
  return codes.has(codeOf(error)) || messages.test(message);
}
