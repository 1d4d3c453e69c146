import {
  createMcpHandler,
  isLegacyRequest,
  PROTOCOL_VERSION_META_KEY,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { GuardBroken } from "../../db/guard.js";
import type { McpParts } from "./parts.js";
import { type Era, type PlainRequest, plainRequestOf } from "./plain-message.js";
import { requestOf } from "./request.js";
import { authInfoOf, createServer, type Exchange } from "./server.js";
import { standingServers } from "./standing-servers.js";
import { toolsText } from "./tools.js";

type Header = [name: string, value: string];

export interface McpAnswer {
  status: number;
  headers: Header[];
  /** JSON, whole or in pieces, which others are answered with too; or a stream of events */
  body: string | Uint8Array<ArrayBuffer> | Buffer<ArrayBuffer>[] | Response["body"];
}

type Handle = (message: unknown, exchange: Exchange, signal: AbortSignal) => Promise<McpAnswer>;

const json: Header[] = [["content-type", "application/json"]];

/**
 * The protocol side of the endpoint, stateless, for both eras of the protocol. Plain calls of tools are given to servers of the SDK that
 * stay connected, and the list of tools is answered as the SDK answered it before; all else, and what these refuse, goes to the SDK's
 * endpoint.
 * @throws GuardBroken if the caller has changed; then nothing was written
 */
export function createMessageHandler(parts: McpParts): Handle {
  const whole = endpoint(parts);
  const ask = standingServers(parts);
  const list = knownLists(whole);
  return async (message, exchange, signal) => {
    const plain = plainRequestOf(message, exchange.headers);
    const isCall = plain?.request.method === "tools/call";
    const called = isCall ? await callPlain(ask, plain, exchange, signal) : null;
    // What follows may carry out several calls: none of them may fail for the caller alone.
    await exchange.guard?.prove(parts.database);
    const proven = { ...exchange, guard: undefined };
    if (plain && !isCall) return list(plain, proven, signal);
    return called ?? whole(message, proven, signal);
  };
}

/** @returns null if the server refused the request before it came to the action: the SDK's endpoint says why */
async function callPlain(
  ask: ReturnType<typeof standingServers>,
  plain: PlainRequest,
  exchange: Exchange,
  signal: AbortSignal,
): Promise<McpAnswer | null> {
  let broken: GuardBroken | undefined;
  let isReached = false;
  const followed: Exchange = {
    ...exchange,
    reached: () => {
      isReached = true;
    },
    failed: (error) => {
      broken = error;
    },
  };
  const answer = await ask(plain, { authInfo: authInfoOf(followed) }, signal);
  if (broken) throw broken;
  if (!answer) return { status: 499, headers: [], body: null };
  return isReached ? { status: 200, headers: json, body: JSON.stringify(answer) } : null;
}

/**
 * What the SDK's endpoint answers, with two exceptions for speed: older clients that don't ask for progress get plain JSON, and the list
 * of tools is inserted as prepared text.
 */
export function endpoint(parts: McpParts): Handle {
  const handler = createMcpHandler(
    () => createServer(parts),
    // The client has received the error; the log line helps to debug a client.
    { onerror: (error) => parts.log.debug({ err: error }, "MCP request refused") },
  );
  return async (message, exchange, signal) => {
    const isPlain = !wantsProgress(message);
    const addsTools = isPlain && isList(message);
    const authInfo = authInfoOf({ ...exchange, addsTools });
    const request = requestOf(exchange.headers, signal);
    const response =
      isPlain && !namesRevision(message) && (await isLegacyRequest(request, message))
        ? await handleLegacyMessage(createServer(parts), message, request, authInfo)
        : await handler.fetch(request, { parsedBody: message, authInfo });
    const { status } = response;
    const headers = [...response.headers].filter(([name]) => name !== "cache-control");
    if (!response.headers.get("content-type")?.startsWith("application/json"))
      return { status, headers, body: response.body };
    const text = await response.text();
    return { status, headers, body: (addsTools && withTools(text, exchange)) || text };
  };
}

/** The place in the answer where the tools are inserted. No text from a client can contain it: its quotation marks would be escaped. */
const noTools = '"tools":[]';

/** @returns null for an answer that is no list */
function withTools(text: string, { caller }: Exchange): Buffer<ArrayBuffer>[] | null {
  const [before, after] = text.split(noTools, 2);
  if (before === undefined || after === undefined) return null;
  return [Buffer.from(`${before}"tools":`), toolsText(caller), Buffer.from(after)];
}

const maxKnownClaims = 1_000;
const maxClaimsChars = 1_000;

/**
 * Makes the function that answers plain requests for the list of tools. What the SDK puts around the tools is the same for all callers of
 * an era, but for the request's id; so it is asked once for each era, and once for all that a client may claim of itself.
 */
function knownLists(
  whole: Handle,
): (plain: PlainRequest, exchange: Exchange, signal: AbortSignal) => Promise<McpAnswer> {
  const frames = new Map<Era, [before: Buffer<ArrayBuffer>, after: Buffer<ArrayBuffer>]>();
  const accepted = new Set<string>();
  return async ({ era, request, claims }, exchange, signal) => {
    const end = Buffer.from(`${JSON.stringify(request.id)}}`);
    const frame = frames.get(era);
    if (frame && accepted.has(claims)) {
      return { status: 200, headers: json, body: [frame[0], toolsText(exchange.caller), frame[1], end] };
    }
    const answer = await whole(request, exchange, signal);
    const [before, , after] = Array.isArray(answer.body) ? answer.body : [];
    if (before && after?.subarray(-end.length).equals(end)) {
      frames.set(era, [before, after.subarray(0, -end.length)]);
      if (accepted.size < maxKnownClaims && claims.length <= maxClaimsChars) accepted.add(claims);
    }
    return answer;
  };
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

/** Only messages of the newer era name a revision. The SDK distinguishes the others. */
const namesRevision = (message: unknown): boolean =>
  (message as Message | null)?.params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;

/** Whether the client asked for progress notifications; then the answer must be a stream. */
const wantsProgress = (body: unknown): boolean =>
  [body].flat().some((message) => (message as Message | null)?.params?._meta?.progressToken !== undefined);
