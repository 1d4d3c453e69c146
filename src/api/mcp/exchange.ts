import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  PROTOCOL_VERSION_META_KEY,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { credentialIdOf } from "../../domain/permissions.js";
import type { McpParts } from "./parts.js";
import { createServer, type Exchange } from "./server.js";
import { toolsText } from "./tools.js";

interface Answer {
  status: number;
  headers: Headers;
  /** JSON, or a stream of events */
  body: string | Buffer<ArrayBuffer> | Response["body"];
}

/**
 * The protocol side of the endpoint, stateless, for both eras of the protocol. The SDK answers the messages, with two exceptions for
 * speed (measured by `npm run bench -- mcp`): older clients that don't ask for progress get plain JSON, and the list of tools is inserted
 * as prepared text.
 */
export function createMessageHandler(
  parts: McpParts,
): (message: unknown, request: Request, exchange: Exchange) => Promise<Answer> {
  const handler = createMcpHandler(
    ({ authInfo }) => createServer(parts, authInfo?.extra as unknown as Exchange),
    // The client has received the error; the log line helps to debug a client.
    { onerror: (error) => parts.log.debug({ err: error }, "MCP request refused") },
  );
  return async (message, request, exchange) => {
    const isPlain = !wantsProgress(message);
    const addsTools = isPlain && isList(message);
    // Only the authentication sees the credentials themselves.
    const clientId = credentialIdOf(exchange.caller);
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

/** The place in the answer where the tools are inserted. No text from a client can contain it: its quotation marks would be escaped. */
const noTools = '"tools":[]';

/** Answers with plain JSON; the SDK's handler would answer with a stream of one event. */
async function handleLegacyMessage(
  server: ReturnType<typeof createServer>,
  parsedBody: unknown,
  request: Request,
  authInfo: AuthInfo,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  // The transport never answers a message whose client has disconnected, or that was cancelled within its own batch.
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

/** Only messages of the newer era name a revision. The SDK distinguishes the others. */
const namesRevision = (message: unknown): boolean =>
  (message as Message | null)?.params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;

/** Whether the client asked for progress notifications; then the answer must be a stream. */
const wantsProgress = (body: unknown): boolean =>
  [body].flat().some((message) => (message as Message | null)?.params?._meta?.progressToken !== undefined);
