/** Posts a message to the MCP endpoint, or a batch of them, as a client of the older era without an SDK does. @param key or an access token */
export const postMcp = (
  { url }: { url: string },
  key: string,
  message: object,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}/api/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${key}`,
      ...headers,
    },
    body: JSON.stringify(message),
  });

/** The message that calls a tool. */
export const toolMessage = (name: string, args: object = {}): object => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args },
});
