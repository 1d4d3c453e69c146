import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  PROTOCOL_VERSION_META_KEY,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { McpParts } from "./parts.js";
import { createServer, type Exchange } from "./server.js";
import { toolsText } from "./tools.js";

interface Answer {
  status: number;
  headers: Headers;
  /** JSON, or a stream of events */
  body: string | Buffer | Response["body"];
}

/**
 * The protocol's side of the endpoint, both eras, without state: a parsed message is answered as the SDK answers it. Only that older
 * clients get JSON where they don't ask for progress, and that the list of tools is text already: `npm run bench:mcp` has why.
 */
export function createMessageHandler(
  parts: McpParts,
): (message: unknown, request: Request, exchange: Exchange) => Promise<Answer> {
  const handler = createMcpHandler(
    ({ authInfo }) => createServer(parts, authInfo?.extra as unknown as Exchange),
    // What was refused is told to the client; this is only for those who look into a client's troubles.
    { onerror: (error) => parts.log.debug({ err: error }, "MCP request refused") },
  );
  return async (message, request, exchange) => {
    const isPlain = !wantsProgress(message);
    const addsTools = isPlain && isList(message);
    // The key itself goes no further than the authentication.
    const clientId = exchange.caller.keyId ?? exchange.caller.connectionId ?? "";
    const authInfo: AuthInfo = { token: "", clientId, scopes: [], extra: { ...exchange, addsTools } };
    const response =
      isPlain && !namesRevision(message) && (await isLegacyRequest(request, message))
        ? await handleLegacyMessage(createServer(parts, { ...exchange, addsTools }), message, request, authInfo)
        : await handler.fetch(request, { parsedBody: message, authInfo });
    const { status, headers } = response;
    if (!headers.get("content-type")?.startsWith("application/json")) return { status, headers, body: response.body };
    const text = await response.text();
    const [before, after] = addsTools ? text.split(noTools, 2) : [];
    if (before === undefined || after === undefined) return { status, headers, body: text };
    const tools = toolsText(exchange.caller);
    return { status, headers, body: Buffer.concat([Buffer.from(`${before}"tools":`), tools, Buffer.from(after)]) };
  };
}

/** In a list whose tools are still to be added. No text of a client's can hold it: its quotation marks would be escaped. */
const noTools = '"tools":[]';

/** By plain JSON, where the handler would answer with a stream of one event. */
async function handleLegacyMessage(
  server: ReturnType<typeof createServer>,
  parsedBody: unknown,
  request: Request,
  authInfo: AuthInfo,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  // A message that nobody waits for any more, or that was cancelled with its own batch, would never be answered.
  const hungUp = new Promise<Response>((resolve) => {
    request.signal.addEventListener("abort", () => resolve(new Response(null, { status: 499 })), { once: true });
  });
  try {
    return await Promise.race([transport.handleRequest(request, { parsedBody, authInfo }), hungUp]);
  } finally {
    await server.close();
  }
}

interface Message {
  method?: unknown;
  params?: { _meta?: { progressToken?: unknown; [PROTOCOL_VERSION_META_KEY]?: unknown } };
}

const isList = (message: unknown): boolean => (message as Message | null)?.method === "tools/list";

/** Only the newer era's messages do; the rest is for the SDK to tell. */
const namesRevision = (message: unknown): boolean =>
  (message as Message | null)?.params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;

/** Whether the client asked to be told how a call goes on, for which the answer must be a stream. */
const wantsProgress = (message: unknown): boolean =>
  [message].flat().some((one) => (one as Message | null)?.params?._meta?.progressToken !== undefined);
