import { once } from "node:events";
import http from "node:http";

/** Starts a proxy to a port of this machine. It adds the API key to requests to the MCP endpoint, since the suite can't send one. */
export async function startProxy(port, targetPort, apiKey) {
  const server = http.createServer((request, response) => {
    const { method, url, headers } = request;
    const key = url.startsWith("/api/mcp") && !headers.authorization ? { authorization: `Bearer ${apiKey}` } : {};
    const forwarded = http.request(
      { host: "127.0.0.1", port: targetPort, method, path: url, headers: { ...headers, ...key } },
      (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.on("error", () => response.destroy());
    response.on("close", () => forwarded.destroy());
    request.pipe(forwarded);
  });
  server.listen(port, "localhost");
  await once(server, "listening");
  return {
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
