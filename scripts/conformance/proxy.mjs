import { once } from "node:events";
import http from "node:http";

/** Passes requests on to a port of this machine as they are; those to the MCP endpoint get the key, which the suite can't send. */
export async function startProxy(port, targetPort, apiKey) {
  const server = http.createServer((request, response) => {
    const { method, url, headers } = request;
    const key = url.startsWith("/api/mcp") && !headers.authorization ? { authorization: `Bearer ${apiKey}` } : {};
    const onward = http.request(
      { host: "127.0.0.1", port: targetPort, method, path: url, headers: { ...headers, ...key } },
      (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
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
