import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { ActionError } from "../../domain/errors.js";
import { problemOf, problemType } from "../problem.js";

interface Pace {
  /** how long a body may take, regardless of its size */
  graceMs: number;
  /** how fast the rest has to come, on average */
  bytesPerSecond: number;
  /** after this time it has to come as fast as a slow line lets large files, on average */
  longMs: number;
  longBytesPerSecond: number;
  /** how often it is looked at */
  everyMs: number;
}

/**
 * 128 kbit/s: less than a telephone has where it has any network. After five minutes 800 kbit/s: by a line of 1 Mbit/s a file of 50 MB
 * takes seven, and a price list of 200 MB half an hour, while no JSON has so many bytes that it could take longer.
 */
const slowest: Pace = {
  graceMs: 15_000,
  bytesPerSecond: 16_000,
  longMs: 300_000,
  longBytesPerSecond: 100_000,
  everyMs: 5_000,
};

export const tooSlow = (): ActionError =>
  new ActionError("too_slow", "The body of the request arrives too slowly; send it again over a faster line.");

/** Whether a body that brought so many bytes in this time is slower than any line that people use. */
export const isTooSlow = (
  bytes: number,
  elapsedMs: number,
  { graceMs, bytesPerSecond, longMs, longBytesPerSecond }: Omit<Pace, "everyMs">,
): boolean =>
  (elapsedMs > graceMs && bytes < ((elapsedMs - graceMs) / 1_000) * bytesPerSecond) ||
  (elapsedMs > longMs && bytes < (elapsedMs / 1_000) * longBytesPerSecond);

/** Answers 408 to requests whose bodies hardly arrive: half-sent ones would otherwise stay for minutes, each with its place. */
export function endSlowRequests(server: Server, pace: Pace = slowest): void {
  const arriving = new Set<Arriving>();
  server.on("request", (request, response) => {
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    if (length === undefined ? encoding === undefined : length === "0") return;
    // The rest of the current interval isn't counted.
    const one = { request, response, before: request.socket.bytesRead, waitedMs: -pace.everyMs };
    arriving.add(one);
    request.once("close", () => arriving.delete(one));
  });
  const timer = setInterval(() => {
    for (const one of arriving) if (!mayGoOn(one, pace)) arriving.delete(one);
  }, pace.everyMs).unref();
  server.once("close", () => clearInterval(timer));
}

/** A request whose body has not arrived yet. */
interface Arriving {
  request: IncomingMessage;
  response: ServerResponse;
  /** what its connection had brought before */
  before: number;
  waitedMs: number;
}

/** Ends a request that arrives too slowly. @returns whether it is still arriving */
function mayGoOn(arriving: Arriving, pace: Pace): boolean {
  const { request, response, before } = arriving;
  if (request.complete) return false;
  // Node reads the rest of a body after the answer only if nobody had begun to read it.
  if (response.writableEnded) request.resume();
  // While nobody reads, the sender isn't the slow one. Code that reads by iteration, such as the OAuth library, listens for "readable".
  if (request.readableFlowing !== true && request.listenerCount("readable") === 0) return true;
  arriving.waitedMs += pace.everyMs;
  if (!isTooSlow(request.socket.bytesRead - before, arriving.waitedMs, pace)) return true;
  if (response.headersSent) request.destroy();
  else {
    const requestId = String(response.getHeader("x-request-id") ?? "");
    const problem = problemOf(tooSlow(), requestId);
    response.writeHead(problem.status, { connection: "close", "content-type": `${problemType}; charset=utf-8` });
    response.end(JSON.stringify(problem));
  }
  return false;
}
