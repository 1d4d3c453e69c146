import {
  createMcpHandler,
  isLegacyRequest,
  PROTOCOL_VERSION_META_KEY,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Client } from "../../actions/dispatch/end-waiter.js";
import type { Exchange, McpParts } from "./parts.js";
import { authInfoOf, createServer, type FollowedExchange, type Names } from "./server.js";
import { toolsText } from "./tools.js";

type Header = [name: string, value: string];

export interface McpAnswer {
  status: number;
  headers: Header[];
  /** JSON, whole or in pieces, which others are answered with too; or a stream of events */
  body: string | Uint8Array<ArrayBuffer> | Buffer<ArrayBuffer>[] | Response["body"];
}

export type Handle<E = Exchange> = (message: unknown, exchange: E, client: Client) => Promise<McpAnswer>;

/**
 * What the SDK's endpoint answers, with two exceptions for speed: older clients that don't ask for progress get plain JSON, and the list
 * of tools is inserted as prepared text.
 */
export function endpoint(parts: McpParts): Handle<FollowedExchange> {
  const handler = createMcpHandler(
    ({ authInfo }) => createServer(parts, authInfo),
    // The client has received the error; the log line helps to debug a client.
    { onerror: (error) => parts.log.debug({ err: error }, "MCP request refused") },
  );
  return async (message, exchange, client) => {
    const isPlain = !wantsProgress(message);
    const addsTools = isPlain && isList(message);
    const names = asksForServer(message) ? await namesAround(parts, exchange) : undefined;
    const authInfo = authInfoOf({ ...exchange, addsTools, names });
    const request = requestOf(exchange.headers, client.signal);
    const response =
      isPlain && !namesRevision(message) && (await isLegacyRequest(request, message))
        ? await handleLegacyMessage(createServer(parts, authInfo), message, request, authInfo)
        : await handler.fetch(request, { parsedBody: message, authInfo });
    const { status } = response;
    const headers = [...response.headers].filter(([name]) => name !== "cache-control");
    if (!response.headers.get("content-type")?.startsWith("application/json"))
      return { status, headers, body: response.body };
    const text = await response.text();
    return { status, headers, body: (addsTools && withTools(text, exchange)) || text };
  };
}

/**
 * The part of an HTTP request that the SDK reads once the body is parsed: the headers, and a signal that aborts when the client
 * disconnects. A full `Request` would cost 0.1 ms more CPU time for parts that nobody reads.
 */
function requestOf(given: NodeJS.Dict<string | string[]>, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    for (const single of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, single);
  }
  return { method: "POST", url: "http://localhost/api/mcp", headers, signal } as Request;
}

/** The place in the answer where the tools are inserted. No text from a client can contain it: its quotation marks would be escaped. */
const noTools = '"tools":[]';

/** @returns null for an answer that is no list */
function withTools(text: string, { caller }: Exchange): Buffer<ArrayBuffer>[] | null {
  const [before, after] = text.split(noTools, 2);
  if (before === undefined || after === undefined) return null;
  return [Buffer.from(`${before}"tools":`), toolsText(caller), Buffer.from(after)];
}

/** Answers with plain JSON; the SDK's handler would answer with a stream of one event. */
async function handleLegacyMessage(
  server: ReturnType<typeof createServer>,
  parsedBody: unknown,
  request: Request,
  authInfo: ReturnType<typeof authInfoOf>,
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

/** One message, or several in a batch. Anything else has neither a method nor parameters. */
const messagesIn = (body: unknown) => [body].flat() as (Message | null)[];

/** Each era has its own question for what the server is. */
const asksForServer = (body: unknown): boolean =>
  messagesIn(body).some((message) => message?.method === "initialize" || message?.method === "server/discover");

async function namesAround(
  { database }: McpParts,
  { caller: { organizationId, userId } }: Exchange,
): Promise<Names | undefined> {
  const [names] = await database.query<Names>(
    `select o.name as firm, u.name as person from organization o left join user_account u on u.id = $2
     where o.id = $1`,
    [organizationId, userId],
  );
  return names;
}

/** Only messages of the newer era name a revision. The SDK distinguishes the others. */
const namesRevision = (message: unknown): boolean =>
  (message as Message | null)?.params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;

/** Whether the client asked for progress notifications; then the answer must be a stream. */
const wantsProgress = (body: unknown): boolean =>
  messagesIn(body).some((message) => message?.params?._meta?.progressToken !== undefined);
