import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import { v4 as uuidv4 } from "uuid";
import { ActionError, invalid } from "../../domain/errors.js";
import { problemOf, problemType } from "../problem.js";

/** Answers what can't be read as a request like every other failure, with a request id. Node would send a status alone. */
export function answerClientErrors(server: Server, log: Logger): void {
  const responses = new WeakMap<object, ServerResponse>();
  server.on("request", (request, response) => responses.set(request.socket, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = responses.get(socket);
    // A second answer in the middle of one that has begun would corrupt it.
    const unanswered = response?.writableFinished ? undefined : response;
    if (socket.writable && error.code !== "ECONNRESET" && !unanswered?.headersSent) {
      // Of a request that is under way already the log knows this one.
      const requestId = String(unanswered?.getHeader("x-request-id") ?? uuidv4());
      log.info({ requestId, reason: error.code }, "a request could not be read");
      socket.write(answerOf(errorOf(error.code), requestId));
    }
    socket.destroySoon();
  });
}

function errorOf(code: string | undefined): ActionError {
  if (code === "HPE_HEADER_OVERFLOW")
    return new ActionError("headers_too_large", "The header fields have more than 16 KB together; send fewer.");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new ActionError("too_slow", "The request took too long to arrive; send it again over a faster line.");
  return invalid("This isn't a well-formed HTTP request.");
}

function answerOf(error: ActionError, requestId: string): string {
  const body = JSON.stringify(problemOf(error, requestId));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    `Content-Type: ${problemType}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    "Connection: close",
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
