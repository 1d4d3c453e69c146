import type { Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/**
 * Follows the connections of these servers, whose stop is what it returns: takes no more connections, and waits until all requests are
 * answered. By itself Node would keep each connection that is in use, and carry out what comes on it, until it is cut off: here the next
 * answer on it is its last. A connection on which nothing came, as browsers open them in advance, Node takes for one in use: it ends too.
 * @param mostMs after this time, requests still under way are cut off
 * @param idleEveryMs how often connections end that nobody uses
 */
export function draining(servers: readonly Server[]): (mostMs: number, idleEveryMs?: number) => Promise<void> {
  const connections = new Set<Socket>();
  for (const server of servers)
    server.on("connection", (connection) => {
      connections.add(connection);
      connection.once("close", () => connections.delete(connection));
    });
  return async (mostMs, idleEveryMs = 500) => {
    // An HTTP server's own close would end idle connections at once, together with requests that are just arriving on them.
    const closed = servers.map((server) => new Promise((resolve) => NetServer.prototype.close.call(server, resolve)));
    for (const server of servers)
      server.prependListener("request", (_, response) => {
        response.shouldKeepAlive = false;
      });
    const idle = setInterval(() => {
      for (const server of servers) server.closeIdleConnections();
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
    }, idleEveryMs);
    const cut = setTimeout(() => {
      for (const server of servers) server.closeAllConnections();
    }, mostMs);
    await Promise.all(closed);
    clearInterval(idle);
    clearTimeout(cut);
  };
}
