import { createServer, type RequestListener, type Server } from "node:http";
import type { Logger } from "pino";
import { endSlowRequests } from "./arrival.js";
import { answerClientErrors } from "./client-errors.js";

/**
 * Of a whole request, pauses of ours included: Node's five minutes would cut off large files from slow lines. How fast a body comes is
 * for `endSlowRequests`. The time for headers is Node's minute.
 */
const requestTimeout = 3_600_000;

const listenAt = (handle: RequestListener, log: Logger, port: number, host: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer({ keepAliveTimeout: 65_000, requestTimeout, requireHostHeader: false }, handle);
    // By itself Node answers this, and a request without Host, by a status alone; that one `handleFailures` refuses.
    server.on("checkExpectation", (request, response) => server.emit("request", request, response));
    endSlowRequests(server);
    answerClientErrors(server, log);
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });

/** Listens at `host`, and without one on loopback only. @throws Error if the port is taken */
export async function listen(
  handle: RequestListener,
  log: Logger,
  port: number,
  host: string | undefined,
): Promise<Server[]> {
  const servers = [await listenAt(handle, log, port, host ?? "127.0.0.1")];
  if (!host) {
    // On many machines "localhost" is ::1. A machine without IPv6 works without it.
    await listenAt(handle, log, port, "::1").then(
      (server) => servers.push(server),
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "EADDRNOTAVAIL" && error.code !== "EAFNOSUPPORT") throw error;
      },
    );
  }
  return servers;
}
