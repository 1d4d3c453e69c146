import type { Server } from "node:http";

/**
 * Takes no more connections, and waits until all requests are answered. By itself Node would keep each connection that is in use, and carry
 * out what comes on it, until it is cut off: here the next answer on it is its last.
 * @param mostMs after which what is still under way is cut off
 * @param idleEveryMs how often connections end that were left open by an answer which was on its way
 */
export async function drain(servers: readonly Server[], mostMs: number, idleEveryMs = 500): Promise<void> {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  for (const server of servers)
    server.prependListener("request", (_, response) => {
      response.shouldKeepAlive = false;
    });
  const idle = setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, idleEveryMs);
  const cut = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, mostMs);
  await Promise.all(closed);
  clearInterval(idle);
  clearTimeout(cut);
}
